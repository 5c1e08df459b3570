import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;

/** Prints the APIs that brokers of a release offer, one a line: key, lowest and highest version. */
public final class BrokerApis {
    public static void main(String[] arguments) throws Exception {
        Class<?> keys = Class.forName("org.apache.kafka.common.protocol.ApiKeys");
        Object listener = listener(arguments[0]);
        Collection<?> offered = listener == null
            ? Arrays.asList(keys.getEnumConstants())
            : (Collection<?>) keys.getMethod("apisForListener", listener.getClass()).invoke(null, listener);
        for (Object api : offered) {
            Object range = range(api, listener);
            if (range != null) {
                System.out.println(keys.getField("id").get(api) + " " + range);
            }
        }
    }

    /** The kind of listener by its name, BROKER or ZK_BROKER; null before 2.8 had them. */
    private static Object listener(String wanted) throws Exception {
        try {
            Class<?> types = Class.forName("org.apache.kafka.common.message.ApiMessageType$ListenerType");
            for (Object each : types.getEnumConstants()) {
                if (each.toString().equals(wanted)) return each;
            }
        } catch (ClassNotFoundException older) {
            // before KIP-500 there was one kind of listener
        }
        return null;
    }

    /** What an ApiVersions answer says, which has Produce from 0 on since 4.0 (KIP-896). */
    private static String range(Object api, Object listener) throws Exception {
        for (Method method : api.getClass().getMethods()) {
            boolean forAnswer = method.getName().equals("toApiVersionForApiResponse");
            if (forAnswer || (method.getName().equals("toApiVersion") && !hasAnswer(api))) {
                Object found = forAnswer ? method.invoke(api, false, listener) : method.invoke(api, false);
                Object version = ((Optional<?>) found).orElse(null);
                return version == null ? null : version.getClass().getMethod("minVersion").invoke(version)
                    + " " + version.getClass().getMethod("maxVersion").invoke(version);
            }
        }
        return api.getClass().getMethod("oldestVersion").invoke(api)
            + " " + api.getClass().getMethod("latestVersion").invoke(api);
    }

    private static boolean hasAnswer(Object api) {
        return Arrays.stream(api.getClass().getMethods())
            .anyMatch(method -> method.getName().equals("toApiVersionForApiResponse"));
    }
}
