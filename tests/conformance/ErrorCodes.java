import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.protocol.Errors;

/** Prints the error codes of a release as one JSON array: code, name, message, retriable. */
public final class ErrorCodes {
    public static void main(String[] arguments) throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        ArrayNode codes = mapper.createArrayNode();
        for (Errors error : Errors.values()) {
            codes.addObject()
                .put("code", error.code())
                .put("name", error.name())
                .put("message", error.message())
                .put("retriable", error.exception() instanceof RetriableException);
        }
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        out.println(mapper.writeValueAsString(codes));
    }
}
