import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import javax.security.auth.x500.X500Principal;
import org.apache.kafka.common.security.ssl.SslPrincipalMapper;

/** Names of certificates and their mapping, by Java and by Kafka: a JSON question a line, an answer a line. */
public class SecurityOracle {
    public static void main(String[] args) throws Exception {
        ObjectMapper json = new ObjectMapper();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, true, "UTF-8");
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            JsonNode asked = json.readTree(line);
            ObjectNode answer = json.createObjectNode();
            try {
                if (asked.get("op").asText().equals("name")) {
                    byte[] der = Base64.getDecoder().decode(asked.get("der").asText());
                    answer.put("name", new X500Principal(der).getName(X500Principal.RFC2253));
                } else {
                    answer.put("name", SslPrincipalMapper.fromRules(asked.get("rules").asText()).getName(asked.get("name").asText()));
                }
            } catch (Exception error) {
                answer.put("error", error.toString());
            }
            out.println(json.writeValueAsString(answer));
        }
    }
}
