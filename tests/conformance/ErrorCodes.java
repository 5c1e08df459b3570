import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.TreeSet;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.message.ApiMessageType;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;

/**
 * Prints the error codes of a release as one JSON array (code, name, message, retriable), or with
 * the argument "keys" its API keys (key, name). With the argument "controller" it prints a line for
 * each API of the controller listener (key, name, lowest and highest version).
 */
public final class ErrorCodes {
    public static void main(String[] arguments) throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        ArrayNode codes = mapper.createArrayNode();
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        if (arguments.length > 0 && arguments[0].equals("controller")) {
            for (ApiKeys api : new TreeSet<>(ApiKeys.apisForListener(ApiMessageType.ListenerType.CONTROLLER))) {
                if (api.toApiVersion(false).isEmpty()) continue;
                ApiVersionsResponseData.ApiVersion range = api.toApiVersion(false).get();
                out.println(mapper.createObjectNode().put("table", "api").put("key", api.id).put("name", api.name())
                    .put("lowest", range.minVersion()).put("highest", range.maxVersion()));
            }
            return;
        }
        if (arguments.length > 0 && arguments[0].equals("keys")) {
            for (ApiKeys api : ApiKeys.values()) {
                codes.addObject().put("key", api.id).put("name", api.name());
            }
            out.println(mapper.writeValueAsString(codes));
            return;
        }
        for (Errors error : Errors.values()) {
            codes.addObject()
                .put("code", error.code())
                .put("name", error.name())
                .put("message", error.message())
                .put("retriable", error.exception() instanceof RetriableException);
        }
        out.println(mapper.writeValueAsString(codes));
    }
}
