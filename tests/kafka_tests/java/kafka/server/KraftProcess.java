package kafka.server;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.Configuration;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.metadata.bootstrap.BootstrapDirectory;
import org.apache.kafka.metadata.bootstrap.BootstrapMetadata;
import org.apache.kafka.metadata.properties.MetaProperties;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.metadata.properties.PropertiesUtils;
import org.apache.kafka.server.fault.FaultHandler;

/** A kraft node as a process, with the configuration and in the directory that the test made for Kafka's controller. */
final class KraftProcess {
    private static final Path FOLDER = Path.of(System.getProperty("kraft.tests.folder"));
    private static final List<String> COMMAND = List.of(System.getProperty("kraft.tests.command").split("\n"));
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final long START_S = 120;
    private static final long STOP_S = 60;
    private static final List<String> FAULTS = List.of("Traceback", "Not appended, and answered", "The node has failed");

    private static final Pattern METRICS_PORT = Pattern.compile("Metrics on port (\\d+)");

    private final KafkaConfig config;
    private final FaultHandler fatal;
    private final FaultHandler nonFatal;
    private volatile Process running;
    private volatile boolean stopping;
    private Path output;
    private int metricsPort;

    KraftProcess(KafkaConfig config, FaultHandlerFactory faults) {
        this.config = config;
        Runnable nothing = () -> { };
        this.fatal = faults.build("kraft", true, nothing);
        this.nonFatal = faults.build("kraft", false, nothing);
    }

    /**
     * Starts the node and waits until its high watermark is known.
     *
     * @param written what the test's SharedServer holds as meta.properties. Kafka's controller does not read the file
     *     again, in which the Formatter of a test writes another directory id, and an earlier cluster another cluster id.
     */
    void start(String listeners, String voters, MetaProperties written, BootstrapMetadata bootstrap) {
        try {
            Path name = FOLDER.resolve(String.format(
                "%04d-%s-%d", NUMBER.incrementAndGet(), System.getProperty("kraft.tests.current"), config.nodeId()));
            output = Path.of(name + ".log");
            metricsPort = 0;
            Path file = Path.of(name + ".properties");
            try (OutputStream out = Files.newOutputStream(file)) {
                properties(listeners, voters).store(out, null);
            }
            PropertiesUtils.writePropertiesFile(written.toProperties(),
                Path.of(config.metadataLogDir(), MetaPropertiesEnsemble.META_PROPERTIES_NAME).toString(), true);
            if (LoggedMetadata.files(logFolder(), ".log").isEmpty()) {
                new BootstrapDirectory(config.metadataLogDir()).writeBinaryFile(bootstrap);
            }
            List<String> command = Stream.concat(COMMAND.stream(), Stream.of("start", file.toString())).toList();
            stopping = false;
            // To a file: Process.destroy closes a pipe, and the last lines would be lost.
            Process started = new ProcessBuilder(command)
                .redirectErrorStream(true).redirectOutput(output.toFile()).start();
            running = started;
            Runtime.getRuntime().addShutdownHook(new Thread(started::destroyForcibly));
            started.onExit().thenAccept(this::ended);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        waitUntilCaughtUp();
    }

    private void waitUntilCaughtUp() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_S);
        while (metric("kafka_server_raft_metrics_high_watermark").orElse(-1) < 0) {
            if (!running.isAlive() || System.nanoTime() > deadline) {
                stopping = true;
                running.destroyForcibly();
                throw new IllegalStateException("kraft did not start: " + lastLines());
            }
            pause(10);
        }
    }

    private void ended(Process process) {
        if (!stopping) {
            fatal.handleFault("kraft ended with status " + process.exitValue() + ": " + lastLines());
        }
    }

    void stop() {
        Process process = running;
        if (process == null) {
            return;
        }
        stopping = true;
        running = null;
        process.destroy();
        try {
            if (!process.waitFor(STOP_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                nonFatal.handleFault("kraft did not end within " + STOP_S + " s");
            } else if (process.exitValue() != 0) {
                nonFatal.handleFault("kraft ended with status " + process.exitValue() + ": " + lastLines());
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        try (Stream<String> lines = Files.lines(output)) {
            lines.filter(line -> FAULTS.stream().anyMatch(line::contains)).findFirst()
                .ifPresent(line -> nonFatal.handleFault(output + ": " + line));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean isRunning() {
        Process process = running;
        return process != null && process.isAlive();
    }

    Path logFolder() {
        return Path.of(config.metadataLogDir(), "__cluster_metadata-0");
    }

    /** The offset up to which metadata is committed; that of a stopped node is not known, and all of its log counts. */
    long highWatermark() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_S);
        while (isRunning()) {
            OptionalLong known = metric("kafka_server_raft_metrics_high_watermark");
            if (known.isPresent()) {
                return known.getAsLong();
            }
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("no metrics from kraft within " + START_S + " s: " + lastLines());
            }
            pause(10);
        }
        return Long.MAX_VALUE;
    }

    /** The value of a metric without labels; empty while the process does not answer. */
    OptionalLong metric(String name) {
        if (!isRunning() || !findMetricsPort()) {
            return OptionalLong.empty();
        }
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), metricsPort)) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write("GET /metrics HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            String text = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return text.lines().filter(line -> line.startsWith(name + " "))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(name.length()).trim())).findFirst();
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    /** The node says on which free port its metrics are. */
    private synchronized boolean findMetricsPort() {
        if (metricsPort == 0) {
            try (Stream<String> lines = Files.lines(output)) {
                lines.map(METRICS_PORT::matcher).filter(Matcher::find).findFirst()
                    .ifPresent(found -> metricsPort = Integer.parseInt(found.group(1)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return metricsPort != 0;
    }

    private Properties properties(String listeners, String voters) {
        Properties found = new Properties();
        config.originals().forEach((key, value) -> {
            if (value != null) {
                found.setProperty(key, text(value));
            }
        });
        // Kafka's controller in a test looks at its metadata directory alone; those of brokers are not formatted.
        String formatted = Stream.of(found.getProperty("log.dirs", "").split(",")).map(String::trim)
            .filter(each -> Files.exists(Path.of(each, MetaPropertiesEnsemble.META_PROPERTIES_NAME)))
            .filter(each -> !each.isEmpty()).collect(Collectors.joining(","));
        found.setProperty("log.dirs", formatted.isEmpty() ? config.metadataLogDir() : formatted);
        found.setProperty("listeners", listeners);
        if (!voters.isEmpty()) {
            found.setProperty("controller.quorum.voters", voters);
        }
        addJaas(found);
        TestClasses.replace(found);
        found.setProperty("kraft.controller", "active");
        found.setProperty("kraft.metrics.listener", "127.0.0.1:0");
        return found;
    }

    private static String text(Object value) {
        if (value instanceof Password password) {
            return password.value();
        }
        if (value instanceof Class<?> type) {
            return type.getName();
        }
        if (value instanceof List<?> list) {
            return list.stream().map(KraftProcess::text).collect(Collectors.joining(","));
        }
        return value.toString();
    }

    /** Writes the entries of a JAAS file, which a Python process cannot read, as sasl.jaas.config. */
    private void addJaas(Properties found) {
        for (String listener : config.controllerListenerNames()) {
            SecurityProtocol protocol = config.effectiveListenerSecurityProtocolMap()
                .get(new org.apache.kafka.common.network.ListenerName(listener));
            if (protocol != SecurityProtocol.SASL_PLAINTEXT && protocol != SecurityProtocol.SASL_SSL) {
                continue;
            }
            String prefix = "listener.name." + listener.toLowerCase(Locale.ROOT) + ".";
            String enabled = found.getProperty(prefix + "sasl.enabled.mechanisms",
                found.getProperty("sasl.enabled.mechanisms", "GSSAPI"));
            for (String mechanism : enabled.split(",")) {
                String key = prefix + mechanism.trim().toLowerCase(Locale.ROOT) + ".sasl.jaas.config";
                String entry = entryFor(listener, mechanism.trim());
                if (entry != null && !found.containsKey(key)) {
                    found.setProperty(key, entry);
                }
            }
        }
    }

    private static String entryFor(String listener, String mechanism) {
        String module = mechanism.startsWith("SCRAM") ? "ScramLoginModule"
            : mechanism.equals("PLAIN") ? "PlainLoginModule"
            : mechanism.equals("OAUTHBEARER") ? "OAuthBearerLoginModule" : "Krb5LoginModule";
        Configuration jaas;
        try {
            jaas = Configuration.getConfiguration();
        } catch (SecurityException e) {
            return null;
        }
        for (String context : List.of(listener.toLowerCase(Locale.ROOT) + ".KafkaServer", "KafkaServer")) {
            AppConfigurationEntry[] entries = jaas.getAppConfigurationEntry(context);
            for (AppConfigurationEntry each : entries == null ? new AppConfigurationEntry[0] : entries) {
                if (each.getLoginModuleName().endsWith(module)) {
                    return each.getLoginModuleName() + " required" + each.getOptions().entrySet().stream()
                        .map(KraftProcess::option).collect(Collectors.joining()) + ";";
                }
            }
        }
        return null;
    }

    private static String option(Map.Entry<String, ?> option) {
        String value = option.getValue().toString().replace("\\", "\\\\").replace("\"", "\\\"");
        return " " + option.getKey() + "=\"" + value + "\"";
    }

    private String lastLines() {
        try {
            List<String> lines = Files.readAllLines(output);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 5), lines.size()));
        } catch (IOException e) {
            return e.toString();
        }
    }

    static void pause(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
