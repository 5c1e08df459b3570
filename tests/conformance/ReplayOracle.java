import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.*;
import java.io.*;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.apache.kafka.common.protocol.*;
import org.apache.kafka.image.*;
import org.apache.kafka.image.writer.*;
import org.apache.kafka.metadata.MetadataRecordSerde;
import org.apache.kafka.server.common.ApiMessageAndVersion;

/**
 * The metadata image of a release behind a pipe: a JSON object a line in, one a line out, in order.
 *
 * replay  records (framed, as hex) -> snapshot (the records of the image that they lead to, as hex)
 */
public final class ReplayOracle {
    private static final MetadataRecordSerde SERDE = MetadataRecordSerde.INSTANCE;
    private static final HexFormat HEX = HexFormat.of();

    public static void main(String[] args) throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        System.setOut(System.err);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            ObjectNode answer = JsonNodeFactory.instance.objectNode();
            try {
                ArrayNode snapshot = answer.putArray("snapshot");
                replay(mapper.readTree(line).get("records"), snapshot);
            } catch (Throwable thrown) {
                answer.removeAll().put("error", String.valueOf(thrown));
            }
            out.println(mapper.writeValueAsString(answer));
            out.flush();
        }
    }

    private static void replay(JsonNode records, ArrayNode snapshot) throws Exception {
        MetadataImage image = MetadataImage.EMPTY;
        for (JsonNode hex : records) {
            MetadataDelta.Builder builder = new MetadataDelta.Builder().setImage(image);
            checkConfigs(builder);
            MetadataDelta delta = builder.build();
            byte[] bytes = HEX.parseHex(hex.asText());
            delta.replay(SERDE.read(new ByteBufferAccessor(ByteBuffer.wrap(bytes)), bytes.length).message());
            image = delta.apply(MetadataProvenance.EMPTY);
        }
        RecordListWriter writer = new RecordListWriter();
        image.write(writer, options(image));
        for (ApiMessageAndVersion record : writer.records()) {
            ObjectSerializationCache cache = new ObjectSerializationCache();
            ByteBuffer buffer = ByteBuffer.allocate(SERDE.recordSize(record, cache));
            SERDE.write(record, cache, new ByteBufferAccessor(buffer));
            snapshot.add(HEX.formatHex(buffer.array()));
        }
    }

    /** Releases that skip configs which they do not know are told which these are. */
    private static void checkConfigs(MetadataDelta.Builder builder) throws Exception {
        for (Method method : MetadataDelta.Builder.class.getMethods()) {
            if (!method.getName().equals("setSupportedConfigChecker")) continue;
            Class<?> checker = Class.forName("org.apache.kafka.server.config.DefaultSupportedConfigChecker");
            method.invoke(builder, checker.getConstructor().newInstance());
        }
    }

    /** The level is that of the image; 3.9 is told it. */
    private static ImageWriterOptions options(MetadataImage image) throws Exception {
        Class<ImageWriterOptions.Builder> builder = ImageWriterOptions.Builder.class;
        for (Constructor<?> constructor : builder.getConstructors()) {
            if (constructor.getParameterCount() == 1 && constructor.getParameterTypes()[0] == MetadataImage.class) {
                return ((ImageWriterOptions.Builder) constructor.newInstance(image)).build();
            }
        }
        Object made = builder.getConstructor().newInstance();
        for (Method method : builder.getMethods()) {
            if (method.getName().equals("setMetadataVersion")) {
                method.invoke(made, FeaturesImage.class.getMethod("metadataVersion").invoke(image.features()));
            }
        }
        return ((ImageWriterOptions.Builder) made).build();
    }
}
