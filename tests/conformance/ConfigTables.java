import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.*;
import java.util.*;
import kafka.server.KafkaConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.coordinator.group.GroupConfig;
import org.apache.kafka.server.config.*;
import org.apache.kafka.server.metrics.ClientMetricsConfigs;
import org.apache.kafka.storage.internals.log.LogConfig;

/** Prints what a release knows about its configs: a JSON object a line, in the order of definition. */
public final class ConfigTables {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    public static void main(String[] args) throws Exception {
        print("topic", LogConfig.configDefCopy());
        print("broker", new ConfigDef(KafkaConfig.configDef()));
        print("quota of brokers", QuotaConfig.brokerQuotaConfigs());
        print("group", GroupConfig.CONFIG_DEF);
        print("client metrics", ClientMetricsConfigs.configDef());
        print("quota of users and clients", QuotaConfig.userAndClientQuotaConfigs());
        print("quota of addresses", QuotaConfig.ipConfigs());
        for (Map.Entry<String, List<ConfigSynonym>> one : new TreeMap<>(ServerTopicConfigSynonyms.ALL_TOPIC_CONFIG_SYNONYMS).entrySet()) {
            for (ConfigSynonym synonym : one.getValue()) {
                ObjectNode line = MAPPER.createObjectNode();
                line.put("table", "synonym").put("topic", one.getKey()).put("broker", synonym.name());
                line.put("factor", Long.parseLong(synonym.converter().apply("1")));
                System.out.println(MAPPER.writeValueAsString(line));
            }
        }
    }

    private static void print(String table, ConfigDef definition) throws Exception {
        for (ConfigDef.ConfigKey key : definition.configKeys().values()) {
            ObjectNode line = MAPPER.createObjectNode();
            line.put("table", table).put("name", key.name).put("type", key.type.name());
            if (key.hasDefault()) line.put("default", ConfigDef.convertToString(key.defaultValue, key.type));
            if (key.internalConfig) line.put("internal", true);
            if ((table.equals("broker") || table.equals("quota of brokers")) && DynamicBrokerConfig.ALL_DYNAMIC_CONFIGS.contains(key.name)) line.put("dynamic", true);
            if (table.equals("group")) GroupConfig.brokerSynonym(key.name).ifPresent(name -> line.put("broker", name));
            if (key.validator != null) {
                String kind = key.validator.getClass().getSimpleName();
                line.put("check", kind);
                if (!key.validator.toString().isEmpty()) line.put("allowed", key.validator.toString());
                if (kind.equals("ValidList")) line.put("empty", accepts(key, List.of()));
            }
            System.out.println(MAPPER.writeValueAsString(line));
        }
    }

    private static boolean accepts(ConfigDef.ConfigKey key, Object value) {
        try {
            key.validator.ensureValid(key.name, value);
            return true;
        } catch (ConfigException refused) {
            return false;
        }
    }
}
