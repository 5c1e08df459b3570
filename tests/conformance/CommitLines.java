import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Scanner;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.Time;

/**
 * The statistics of Kafka's own TestRaftServer at a clock that standard input moves: each line has a
 * time and the latency and size of a record that was committed then. It prints what it prints.
 */
public final class CommitLines {
    private static long nowMs = 0;

    public static void main(String[] arguments) throws Exception {
        Time time = (Time) Proxy.newProxyInstance(
            CommitLines.class.getClassLoader(), new Class<?>[] {Time.class},
            (proxy, method, given) -> method.getReturnType() == long.class ? nowMs : null);
        Constructor<?> made =
            Class.forName("kafka.tools.TestRaftServer$WriteStats").getDeclaredConstructors()[0];
        made.setAccessible(true);
        Object statistics = made.newInstance(new Metrics(time), time, 5000L);
        Method record =
            statistics.getClass().getDeclaredMethod("record", int.class, int.class, long.class);
        record.setAccessible(true);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Scanner event = new Scanner(line);
            nowMs = event.nextLong();
            record.invoke(statistics, event.nextInt(), event.nextInt(), nowMs);
        }
    }
}
