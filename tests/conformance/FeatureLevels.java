import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.*;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.*;
import org.apache.kafka.controller.QuorumFeatures;
import org.apache.kafka.metadata.VersionRange;
import org.apache.kafka.server.common.Feature;
import org.apache.kafka.server.common.FeatureVersion;
import org.apache.kafka.server.common.MetadataVersion;

/**
 * Prints the feature levels that a release knows: a JSON object a line, with the table it belongs to.
 *
 * "level": a level of metadata.version; "release": the level that a release number stands for;
 * "gate": what the release asks of a level, and for which levels the answer is which;
 * "feature": a level of another feature, in the order of Kafka's tools;
 * "supported": a range that a controller registers with, in the order of that request.
 */
public final class FeatureLevels {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    public static void main(String[] args) throws Exception {
        Set<String> releases = new LinkedHashSet<>();
        for (MetadataVersion version : MetadataVersion.VERSIONS) {
            ObjectNode line = line("level").put("level", version.featureLevel()).put("name", version.version());
            line.put("release", version.shortVersion()).put("production", version.isProduction());
            line.put("changes metadata", version.didMetadataChange());
            ObjectNode defaults = line.putObject("defaults");
            for (Feature feature : Feature.PRODUCTION_FEATURES) {
                defaults.put(feature.featureName(), feature.defaultLevel(version));
            }
            print(line);
            releases.add(version.shortVersion());
        }
        for (String release : releases) {
            try {
                MetadataVersion version = MetadataVersion.fromVersionString(release, true);
                print(line("release").put("release", release).put("level", version.featureLevel()));
            } catch (IllegalArgumentException unknown) {
                // a release without a level of production stands for none
            }
        }
        printGates();
        for (Feature feature : Feature.PRODUCTION_FEATURES) {
            for (FeatureVersion version : feature.featureVersions()) {
                ObjectNode line = line("feature").put("name", version.featureName()).put("level", version.featureLevel());
                line.put("production", feature.isProductionReady(version.featureLevel()));
                ObjectNode needs = line.putObject("needs");
                new TreeMap<>(version.dependencies()).forEach(needs::put);
                print(line);
            }
        }
        for (Map.Entry<String, VersionRange> one : QuorumFeatures.defaultSupportedFeatureMap(false).entrySet()) {
            VersionRange range = one.getValue();
            print(line("supported").put("name", one.getKey()).put("lowest", range.min()).put("highest", range.max()));
        }
    }

    /** A line for each method of MetadataVersion that answers by the level: is...Supported, ...RecordVersion. */
    private static void printGates() throws Exception {
        Map<String, Method> methods = new TreeMap<>();
        for (Method method : MetadataVersion.class.getDeclaredMethods()) {
            boolean asksLevel = Modifier.isPublic(method.getModifiers())
                && !Modifier.isStatic(method.getModifiers()) && method.getParameterCount() == 0;
            String name = method.getName();
            boolean isVersion = name.endsWith("RecordVersion") && method.getReturnType() == short.class;
            boolean isGate = name.startsWith("is") && method.getReturnType() == boolean.class && !name.equals("isProduction");
            if (asksLevel && (isVersion || isGate)) methods.put(name, method);
        }
        for (Method method : methods.values()) {
            ObjectNode line = line("gate").put("name", method.getName());
            ObjectNode since = line.putObject("since");
            JsonNode last = null;
            for (MetadataVersion version : MetadataVersion.VERSIONS) {
                JsonNode answer = answer(method, version);
                if (!answer.equals(last)) since.set(String.valueOf(version.featureLevel()), answer);
                last = answer;
            }
            print(line);
        }
    }

    private static JsonNode answer(Method method, MetadataVersion version) throws Exception {
        try {
            return MAPPER.valueToTree(method.invoke(version));
        } catch (InvocationTargetException noSuchRecord) {
            return NullNode.getInstance();
        }
    }

    private static ObjectNode line(String table) {
        return MAPPER.createObjectNode().put("table", table);
    }

    private static void print(ObjectNode line) throws Exception {
        System.out.println(MAPPER.writeValueAsString(line));
    }
}
