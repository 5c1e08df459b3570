import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.metadata.AccessControlEntryRecord;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.metadata.authorizer.StandardAcl;
import org.apache.kafka.metadata.authorizer.StandardAuthorizer;
import org.apache.kafka.metadata.authorizer.StandardAuthorizerData;
import org.apache.kafka.server.authorizer.Action;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;
import org.apache.kafka.server.authorizer.AuthorizationResult;

/** Kafka's StandardAuthorizerData: ACLs and questions as JSON lines, verdicts with their rules as answers. */
public class AuthorizerOracle {
    private static final Class<StandardAuthorizerData> DATA = StandardAuthorizerData.class;
    private static StandardAuthorizerData data;

    public static void main(String[] args) throws Exception {
        ObjectMapper json = new ObjectMapper();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, true, "UTF-8");
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            JsonNode asked = json.readTree(line);
            ObjectNode answer = json.createObjectNode();
            try {
                switch (asked.get("op").asText()) {
                    case "configure" -> configure(asked);
                    case "add" -> add(asked);
                    case "validate" -> validate(asked, answer);
                    case "remove" -> call("removeAcl", Uuid.fromString(asked.get("id").asText()));
                    default -> authorize(asked, answer);
                }
            } catch (InvocationTargetException error) {
                answer.put("error", error.getCause().getClass().getSimpleName());
            } catch (Exception error) {
                answer.put("error", error.toString());
            }
            out.println(json.writeValueAsString(answer));
        }
    }

    private static Object call(String name, Object... arguments) throws Exception {
        for (Method method : DATA.getDeclaredMethods()) {
            if (method.getName().equals(name) && method.getParameterCount() == arguments.length) {
                method.setAccessible(true);
                return method.invoke(data, arguments);
            }
        }
        throw new NoSuchMethodException(name);
    }

    private static void configure(JsonNode asked) throws Exception {
        Map<String, Object> configs = new HashMap<>();
        configs.put("super.users", asked.get("super_users").asText());
        configs.put("allow.everyone.if.no.acl.found", asked.get("allows_unlisted").asText());
        Method users = StandardAuthorizer.class.getDeclaredMethod("getConfiguredSuperUsers", Map.class);
        Method result = StandardAuthorizer.class.getDeclaredMethod("getDefaultResult", Map.class);
        users.setAccessible(true);
        result.setAccessible(true);
        data = null;
        data = (StandardAuthorizerData) call("createEmpty");
        data = (StandardAuthorizerData) call("copyWithNewConfig", 1, users.invoke(null, configs), result.invoke(null, configs));
        data = (StandardAuthorizerData) call("copyWithNewLoadingComplete", asked.get("is_loaded").asBoolean());
    }

    private static void add(JsonNode asked) throws Exception {
        call("addAcl", Uuid.fromString(asked.get("id").asText()), StandardAcl.fromRecord(new AccessControlEntryRecord()
            .setResourceType((byte) asked.get("resource_type").asInt())
            .setResourceName(asked.get("resource_name").asText())
            .setPatternType((byte) asked.get("pattern_type").asInt())
            .setPrincipal(asked.get("principal").asText())
            .setHost(asked.get("host").asText())
            .setOperation((byte) asked.get("operation").asInt())
            .setPermissionType((byte) asked.get("permission_type").asInt())));
    }

    /** What AclControlManager says of the host of a new ACL; only from 4.4 on. */
    private static void validate(JsonNode asked, ObjectNode answer) throws Exception {
        Method method = Class.forName("org.apache.kafka.controller.AclControlManager")
            .getDeclaredMethod("validateHostPattern", String.class, boolean.class);
        method.setAccessible(true);
        try {
            method.invoke(null, asked.get("host").asText(), asked.get("has_ranges").asBoolean());
        } catch (InvocationTargetException refused) {
            answer.put("code", Errors.forException(refused.getCause()).code());
            answer.put("text", refused.getCause().getMessage());
        }
    }

    private static void authorize(JsonNode asked, ObjectNode answer) throws Exception {
        KafkaPrincipal principal = new KafkaPrincipal(asked.get("type").asText(), asked.get("name").asText());
        InetAddress address = InetAddress.getByName(asked.get("host").asText());
        ResourcePattern pattern = new ResourcePattern(
            ResourceType.fromCode((byte) asked.get("resource_type").asInt()), asked.get("resource_name").asText(), PatternType.LITERAL);
        Action action = new Action(AclOperation.fromCode((byte) asked.get("operation").asInt()), pattern, 1, false, false);
        AuthorizableRequestContext context = new Context(principal, address, (short) asked.get("api_key").asInt());
        answer.put("host", address.getHostAddress());
        AuthorizationResult result = data.authorize(context, action);
        answer.put("is_allowed", result == AuthorizationResult.ALLOWED);
        if (!asked.get("is_super_user").asBoolean()) {
            Object rule = call("findAclRule", new HashSet<>(List.of(principal, new KafkaPrincipal("User", "*"))), address.getHostAddress(), action);
            answer.put("rule", rule.toString());
            answer.put("audit", (String) call("buildAuditMessage", principal, context, action, rule));
        }
    }

    private record Context(KafkaPrincipal principal, InetAddress clientAddress, short key) implements AuthorizableRequestContext {
        @Override public String listenerName() { return "CTRL"; }
        @Override public SecurityProtocol securityProtocol() { return SecurityProtocol.SASL_SSL; }
        @Override public int requestType() { return key; }
        @Override public int requestVersion() { return 0; }
        @Override public String clientId() { return ""; }
        @Override public int correlationId() { return 0; }
    }
}
