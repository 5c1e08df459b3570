package kraft;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs tests and writes a line of JSON after each: {@code Runner FILE TIMES CLASS[#METHOD] ...}.
 *
 * <p>JUnit's console launcher writes its report when all tests have ended, which a JVM that hangs never does, and runs
 * a test only once.
 */
public final class Runner implements TestExecutionListener {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Writer out;
    private final Map<String, Long> started = new HashMap<>();

    private Runner(Writer out) {
        this.out = out;
    }

    public static void main(String[] arguments) throws IOException {
        List<DiscoverySelector> selectors = List.of(arguments).subList(2, arguments.length).stream()
            .map(name -> name.contains("#") ? (DiscoverySelector) selectMethod(name) : selectClass(name)).toList();
        var launcher = LauncherFactory.create();
        try (Writer out = Files.newBufferedWriter(Path.of(arguments[0]))) {
            for (int time = 0; time < Integer.parseInt(arguments[1]); time++) {
                launcher.execute(
                    LauncherDiscoveryRequestBuilder.request().selectors(selectors).build(), new Runner(out));
            }
        }
        System.exit(0); // a test can leave threads behind
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        write(test, "skipped", reason, null);
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        started.put(test.getUniqueId(), System.nanoTime());
        if (test.isTest()) {
            System.setProperty("kraft.tests.current", method(test));
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (test.isTest() || result.getStatus() == TestExecutionResult.Status.FAILED) {
            write(test, result.getStatus().toString().toLowerCase(java.util.Locale.ROOT), null,
                result.getThrowable().orElse(null));
        }
    }

    private static String method(TestIdentifier test) {
        return test.getSource().filter(MethodSource.class::isInstance).map(MethodSource.class::cast)
            .map(MethodSource::getMethodName).orElse(test.getDisplayName());
    }

    private void write(TestIdentifier test, String status, String reason, Throwable thrown) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("test", test.getLegacyReportingName());
        line.put("status", status);
        line.put("seconds", (System.nanoTime() - started.getOrDefault(test.getUniqueId(), System.nanoTime())) / 1e9);
        line.put("reason", thrown == null ? reason : thrown.toString());
        if (thrown != null && !status.equals("aborted")) {
            StringWriter trace = new StringWriter();
            thrown.printStackTrace(new PrintWriter(trace));
            line.put("trace", trace.toString());
        }
        try {
            out.write(JSON.writeValueAsString(line) + "\n");
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
