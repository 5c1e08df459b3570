import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.*;
import java.io.*;
import java.lang.reflect.*;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.clients.consumer.internals.ConsumerProtocol;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.message.*;
import org.apache.kafka.common.protocol.*;
import org.apache.kafka.common.protocol.types.RawTaggedField;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.metadata.MetadataRecordSerde;
import org.apache.kafka.server.common.ApiMessageAndVersion;
import RECORD_PACKAGE.*;
import RECORD_PACKAGE.Record;

/**
 * Apache Kafka's own classes behind a pipe: a JSON object a line in, one a line out, in order.
 *
 * "op" says what is wanted. What Kafka throws is answered as {"error": "class: text"}.
 *
 * messages                       -> messages: {name: [lowest, highest]}
 * decode  message version hex    -> text (JSON form), hex (written again) or againError, rest, unknown
 * encode  message version json [tags: seed]  -> hex, text, unknown
 * batches hex                    -> batches, each with its records
 * build   (see below)            -> hex of one batch
 * control type json offset timestamp epoch [producerId producerEpoch]  -> hex of one control batch
 * frame   message version json   -> hex of a metadata record with its frame
 * unframe hex                    -> message, apiKey, version, text
 * subscription, assignment       -> hex of ConsumerProtocol, in a version; with hex: what it reads
 * coordinator serde key value    -> key and value, each with message, version (of the value) and text
 */
public final class Oracle {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final HexFormat HEX = HexFormat.of();

    private final Map<String, Codec> codecs = new TreeMap<>();

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        System.setOut(System.err);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Oracle oracle = new Oracle();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            ObjectNode answer = NODES.objectNode();
            try {
                oracle.answer(MAPPER.readTree(line), answer);
            } catch (Throwable thrown) {
                answer.removeAll().put("error", text(thrown));
            }
            out.println(MAPPER.writeValueAsString(answer));
            if (!in.ready()) out.flush();
        }
        out.flush();
    }

    private static String text(Throwable thrown) {
        Throwable cause = thrown;
        while (cause instanceof InvocationTargetException) cause = cause.getCause();
        return cause.getClass().getName() + ": " + cause.getMessage();
    }

    private Oracle() throws Exception {
        for (String element : System.getProperty("java.class.path").split(File.pathSeparator)) {
            String name = new File(element).getName();
            if (name.startsWith("kafka-") && name.endsWith(".jar")) findCodecs(element);
        }
    }

    private void findCodecs(String jar) throws Exception {
        try (ZipFile zip = new ZipFile(jar)) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                String name = entry.getName();
                if (!name.endsWith("JsonConverter.class") || name.contains("$")) continue;
                String type = name.substring(0, name.length() - "JsonConverter.class".length()).replace('/', '.');
                Codec codec = new Codec(Class.forName(type));
                codecs.put(codec.name, codec);
            }
        }
    }

    private void answer(JsonNode request, ObjectNode answer) throws Exception {
        switch (request.get("op").asText()) {
            case "messages": messages(answer.putObject("messages")); break;
            case "decode": codec(request).decode(version(request), hex(request), answer); break;
            case "encode": codec(request).encode(version(request), request, answer); break;
            case "batches": batches(hex(request), answer); break;
            case "build": answer.put("hex", hex(build(request))); break;
            case "control": answer.put("hex", hex(control(request))); break;
            case "frame": answer.put("hex", hex(frame(request))); break;
            case "unframe": unframe(hex(request), answer); break;
            case "coordinator": coordinator(request, answer); break;
            case "subscription": subscription(request, answer); break;
            case "assignment": assignment(request, answer); break;
            default: throw new IllegalArgumentException("no such op");
        }
    }

    private void messages(ObjectNode all) {
        for (Codec codec : codecs.values()) all.putArray(codec.name).add(codec.lowest).add(codec.highest);
    }

    private Codec codec(JsonNode request) {
        return codecs.get(request.get("message").asText());
    }

    private static short version(JsonNode request) {
        return (short) request.get("version").asInt();
    }

    private static ByteBuffer hex(JsonNode request) {
        return ByteBuffer.wrap(HEX.parseHex(request.get("hex").asText()));
    }

    private static String hex(ByteBuffer buffer) {
        return HEX.formatHex(bytes(buffer));
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    /** One generated class with its converter. */
    private static final class Codec {
        final String name;
        final short lowest;
        final short highest;
        private final Class<?> type;
        private final Method read;
        private final Method write;

        Codec(Class<?> type) throws Exception {
            this.type = type;
            String simple = type.getSimpleName();
            boolean suffixed = simple.endsWith("RequestData") || simple.endsWith("ResponseData") || simple.endsWith("HeaderData");
            name = suffixed ? simple.substring(0, simple.length() - "Data".length()) : simple;
            lowest = type.getField("LOWEST_SUPPORTED_VERSION").getShort(null);
            highest = type.getField("HIGHEST_SUPPORTED_VERSION").getShort(null);
            Class<?> converter = Class.forName(type.getName() + "JsonConverter");
            read = converter.getMethod("read", JsonNode.class, short.class);
            write = converter.getMethod("write", type, short.class);
        }

        void decode(short version, ByteBuffer buffer, ObjectNode answer) throws Exception {
            Message message = (Message) type.getConstructor().newInstance();
            message.read(new ByteBufferAccessor(buffer), version);
            answer.put("rest", buffer.remaining());
            answer.put("unknown", countTags(message));
            answer.put("text", text(message, version));
            try {
                answer.put("hex", hex(bytesOf(message, version)));
            } catch (Exception refused) {
                answer.put("againError", Oracle.text(refused));
            }
        }

        void encode(short version, JsonNode request, ObjectNode answer) throws Exception {
            Message message = fromJson(request.get("json"), version);
            if (request.has("tags")) sprinkleTags(message, version, new Random(request.get("tags").asLong()));
            answer.put("hex", hex(bytesOf(message, version)));
            answer.put("text", text(message, version));
            answer.put("unknown", countTags(message));
        }

        Message fromJson(JsonNode json, short version) throws Exception {
            return (Message) read.invoke(null, json, version);
        }

        String text(Message message, short version) throws Exception {
            JsonNode json = (JsonNode) write.invoke(null, message, version);
            restoreRecords(json, message);
            return json.toString();
        }
    }

    static ByteBuffer bytesOf(Message message, short version) {
        ObjectSerializationCache cache = new ObjectSerializationCache();
        ByteBuffer buffer = ByteBuffer.allocate(message.size(cache, version));
        message.write(new ByteBufferAccessor(buffer), cache, version);
        if (buffer.hasRemaining()) throw new IllegalStateException("fewer bytes written than announced");
        return buffer.flip();
    }

    /** The converters print every field of records as empty: put the real bytes there. */
    private static void restoreRecords(JsonNode json, Message message) throws Exception {
        if (!json.isObject()) return;
        for (Field field : fields(message)) {
            JsonNode printed = json.get(field.getName());
            Object value = field.get(message);
            if (printed == null || value == null) continue;
            if (value instanceof BaseRecords) {
                ((ObjectNode) json).put(field.getName(), bytes(((MemoryRecords) value).buffer()));
            } else if (value instanceof Message) {
                restoreRecords(printed, (Message) value);
            } else if (value instanceof Collection) {
                Iterator<JsonNode> elements = printed.elements();
                for (Object element : (Collection<?>) value) {
                    JsonNode next = elements.next();
                    if (element instanceof Message) restoreRecords(next, (Message) element);
                }
            }
        }
    }

    private static final Map<Class<?>, List<Field>> FIELDS = new HashMap<>();

    private static List<Field> fields(Message message) {
        return FIELDS.computeIfAbsent(message.getClass(), type -> {
            List<Field> found = new ArrayList<>();
            for (Field field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) || field.getName().equals("_unknownTaggedFields")) continue;
                field.setAccessible(true);
                found.add(field);
            }
            return found;
        });
    }

    /** The message and every structure inside it. */
    private static void structures(Message message, List<Message> found) throws Exception {
        found.add(message);
        for (Field field : fields(message)) {
            Object value = field.get(message);
            if (value instanceof Message) structures((Message) value, found);
            if (!(value instanceof Collection)) continue;
            for (Object element : (Collection<?>) value) {
                if (element instanceof Message) structures((Message) element, found);
            }
        }
    }

    private static int countTags(Message message) throws Exception {
        List<Message> structures = new ArrayList<>();
        structures(message, structures);
        int count = 0;
        for (Message structure : structures) count += structure.unknownTaggedFields().size();
        return count;
    }

    /** Gives some of the structures tagged fields that no schema knows; not those that the version lacks. */
    private static void sprinkleTags(Message message, short version, Random random) throws Exception {
        List<Message> structures = new ArrayList<>();
        structures(message, structures);
        for (Message structure : structures) {
            if (random.nextInt(3) == 0) continue;
            int tag = 1000 + random.nextInt(random.nextBoolean() ? 100 : 1 << 30);
            for (int left = random.nextInt(3); left >= 0; left--) {
                byte[] bytes = new byte[random.nextInt(random.nextInt(8) == 0 ? 300 : 12)];
                random.nextBytes(bytes);
                structure.unknownTaggedFields().add(new RawTaggedField(tag, bytes));
                tag += 1 + random.nextInt(200);
            }
            try {
                bytesOf(message, version);
            } catch (UnsupportedVersionException lacking) {
                structure.unknownTaggedFields().clear();
            }
        }
    }

    /** Reads batches up to the first that is wrong; that one's refusal stands at the end as "stopped". */
    private static void batches(ByteBuffer buffer, ObjectNode answer) {
        ArrayNode all = answer.putArray("batches");
        try {
            for (MutableRecordBatch batch : MemoryRecords.readableRecords(buffer).batches()) {
                batch.ensureValid();
                all.add(describe(batch));
            }
        } catch (Throwable refused) { // codecs throw errors too
            answer.put("stopped", text(refused));
        }
    }

    private static ObjectNode describe(MutableRecordBatch batch) throws IOException {
        ObjectNode node = NODES.objectNode();
        node.put("magic", batch.magic()).put("baseOffset", batch.baseOffset()).put("lastOffset", batch.lastOffset());
        node.put("size", batch.sizeInBytes()).put("crc", batch.checksum()).put("compression", batch.compressionType().name);
        node.put("timestampType", batch.timestampType().name).put("maxTimestamp", batch.maxTimestamp());
        node.put("producerId", batch.producerId()).put("producerEpoch", batch.producerEpoch());
        node.put("baseSequence", batch.baseSequence()).put("lastSequence", batch.lastSequence());
        node.put("partitionLeaderEpoch", batch.partitionLeaderEpoch());
        node.put("isTransactional", batch.isTransactional()).put("isControl", batch.isControlBatch());
        node.put("deleteHorizonMs", batch.deleteHorizonMs().isPresent() ? (Long) batch.deleteHorizonMs().getAsLong() : null);
        node.put("count", batch.countOrNull());
        ArrayNode records = node.putArray("records");
        for (Record record : batch) records.add(describe(record, batch));
        return node;
    }

    private static ObjectNode describe(Record record, RecordBatch batch) {
        ObjectNode node = NODES.objectNode();
        record.ensureValid();
        node.put("offset", record.offset()).put("timestamp", record.timestamp()).put("sequence", record.sequence());
        node.put("key", record.hasKey() ? hex(record.key()) : null);
        node.put("value", record.hasValue() ? hex(record.value()) : null);
        ArrayNode headers = node.putArray("headers");
        for (Header header : record.headers()) {
            headers.addArray().add(header.key()).add(header.value() == null ? null : HEX.formatHex(header.value()));
        }
        if (batch.isControlBatch()) node.put("control", ControlRecordType.parse(record.key()).name());
        return node;
    }

    /**
     * {compression, timestampType, magic, baseOffset, logAppendTime, producerId, producerEpoch, baseSequence,
     * transactional, epoch, records: [{offset, timestamp, key, value, headers: [[name, value]]}]}, bytes in hex.
     */
    private static ByteBuffer build(JsonNode asked) {
        MemoryRecordsBuilder builder = new MemoryRecordsBuilder(ByteBuffer.allocate(256), (byte) asked.get("magic").asInt(),
            Compression.of(CompressionType.forName(asked.get("compression").asText())).build(),
            TimestampType.forName(asked.get("timestampType").asText()), asked.get("baseOffset").asLong(),
            asked.get("logAppendTime").asLong(), asked.get("producerId").asLong(), (short) asked.get("producerEpoch").asInt(),
            asked.get("baseSequence").asInt(), asked.get("transactional").asBoolean(), false, asked.get("epoch").asInt(), 1 << 20);
        for (JsonNode record : asked.get("records")) {
            List<Header> headers = new ArrayList<>();
            for (JsonNode header : record.get("headers")) headers.add(new RecordHeader(header.get(0).asText(), binary(header.get(1))));
            builder.appendWithOffset(record.get("offset").asLong(), record.get("timestamp").asLong(), binary(record.get("key")),
                binary(record.get("value")), headers.toArray(new Header[0]));
        }
        return builder.build().buffer();
    }

    private static byte[] binary(JsonNode hex) {
        return hex.isNull() ? null : HEX.parseHex(hex.asText());
    }

    private ByteBuffer control(JsonNode asked) throws Exception {
        long offset = asked.get("offset").asLong(), timestamp = asked.get("timestamp").asLong();
        int epoch = asked.get("epoch").asInt();
        ControlRecordType type = ControlRecordType.valueOf(asked.get("type").asText());
        boolean marker = type == ControlRecordType.COMMIT || type == ControlRecordType.ABORT;
        long producerId = marker ? asked.get("producerId").asLong() : RecordBatch.NO_PRODUCER_ID;
        short producerEpoch = marker ? (short) asked.get("producerEpoch").asInt() : RecordBatch.NO_PRODUCER_EPOCH;
        MemoryRecordsBuilder builder = new MemoryRecordsBuilder(ByteBuffer.allocate(256), RecordBatch.CURRENT_MAGIC_VALUE,
            Compression.NONE, TimestampType.CREATE_TIME, offset, timestamp, producerId, producerEpoch,
            RecordBatch.NO_SEQUENCE, marker, true, epoch, 1 << 20);
        if (marker) {
            builder.appendEndTxnMarker(timestamp, new EndTransactionMarker(type, asked.get("json").get("coordinatorEpoch").asInt()));
            return builder.build().buffer();
        }
        switch (type) {
            case LEADER_CHANGE: builder.appendLeaderChangeMessage(timestamp, value(asked, LeaderChangeMessage.class)); break;
            case SNAPSHOT_HEADER: builder.appendSnapshotHeaderMessage(timestamp, value(asked, SnapshotHeaderRecord.class)); break;
            case SNAPSHOT_FOOTER: builder.appendSnapshotFooterMessage(timestamp, value(asked, SnapshotFooterRecord.class)); break;
            case KRAFT_VERSION: builder.appendKRaftVersionMessage(timestamp, value(asked, KRaftVersionRecord.class)); break;
            default: builder.appendVotersMessage(timestamp, value(asked, VotersRecord.class));
        }
        return builder.build().buffer();
    }

    private <T> T value(JsonNode asked, Class<T> type) throws Exception {
        return type.cast(codecs.get(type.getSimpleName()).fromJson(asked.get("json"), (short) 0));
    }

    private ByteBuffer frame(JsonNode asked) throws Exception {
        Message message = codec(asked).fromJson(asked.get("json"), version(asked));
        ApiMessageAndVersion record = new ApiMessageAndVersion((ApiMessage) message, version(asked));
        ObjectSerializationCache cache = new ObjectSerializationCache();
        ByteBuffer buffer = ByteBuffer.allocate(MetadataRecordSerde.INSTANCE.recordSize(record, cache));
        MetadataRecordSerde.INSTANCE.write(record, cache, new ByteBufferAccessor(buffer));
        return buffer.flip();
    }

    private void unframe(ByteBuffer buffer, ObjectNode answer) throws Exception {
        ApiMessageAndVersion record = MetadataRecordSerde.INSTANCE.read(new ByteBufferAccessor(buffer), buffer.remaining());
        answer.put("apiKey", record.message().apiKey());
        describe((Message) record.message(), record.version(), answer);
    }

    private void describe(Message message, short version, ObjectNode node) throws Exception {
        Codec codec = codecs.get(message.getClass().getSimpleName());
        node.put("message", codec.name).put("version", version).put("text", codec.text(message, version));
    }

    /** From 4.0 on, coordinators have a serde class of one kind: "serde" names it. */
    private void coordinator(JsonNode asked, ObjectNode answer) throws Exception {
        Class<?> type = Class.forName(asked.get("serde").asText());
        byte[] value = binary(asked.get("value"));
        Object record = type.getMethod("deserialize", ByteBuffer.class, ByteBuffer.class).invoke(type.getConstructor().newInstance(),
            ByteBuffer.wrap(binary(asked.get("key"))), value == null ? null : ByteBuffer.wrap(value));
        describe((Message) record.getClass().getMethod("key").invoke(record), (short) 0, answer.putObject("key"));
        ApiMessageAndVersion read = (ApiMessageAndVersion) record.getClass().getMethod("value").invoke(record);
        if (read != null) describe((Message) read.message(), read.version(), answer.putObject("value"));
    }

    private static List<TopicPartition> partitions(JsonNode pairs) {
        List<TopicPartition> found = new ArrayList<>();
        for (JsonNode pair : pairs) found.add(new TopicPartition(pair.get(0).asText(), pair.get(1).asInt()));
        return found;
    }

    private static void partitions(Iterable<TopicPartition> all, ArrayNode found) {
        for (TopicPartition one : all) found.addArray().add(one.topic()).add(one.partition());
    }

    private static ByteBuffer userData(JsonNode request) {
        byte[] bytes = binary(request.get("userData"));
        return bytes == null ? null : ByteBuffer.wrap(bytes);
    }

    private void subscription(JsonNode request, ObjectNode answer) {
        if (!request.has("hex")) {
            List<String> topics = new ArrayList<>();
            for (JsonNode topic : request.get("topics")) topics.add(topic.asText());
            JsonNode rack = request.get("rack");
            answer.put("hex", hex(ConsumerProtocol.serializeSubscription(new ConsumerPartitionAssignor.Subscription(
                topics, userData(request), partitions(request.get("owned")), request.get("generation").asInt(),
                rack.isNull() ? Optional.empty() : Optional.of(rack.asText())), version(request))));
            return;
        }
        ConsumerPartitionAssignor.Subscription read = ConsumerProtocol.deserializeSubscription(hex(request));
        for (String topic : read.topics()) answer.withArray("topics").add(topic);
        partitions(read.ownedPartitions(), answer.putArray("owned"));
        answer.put("generation", read.generationId().orElse(-1)).put("rack", read.rackId().orElse(null));
        answer.put("userData", read.userData() == null ? null : hex(read.userData()));
    }

    private void assignment(JsonNode request, ObjectNode answer) {
        if (!request.has("hex")) {
            answer.put("hex", hex(ConsumerProtocol.serializeAssignment(new ConsumerPartitionAssignor.Assignment(
                partitions(request.get("partitions")), userData(request)), version(request))));
            return;
        }
        ConsumerPartitionAssignor.Assignment read = ConsumerProtocol.deserializeAssignment(hex(request));
        partitions(read.partitions(), answer.putArray("partitions"));
        answer.put("userData", read.userData() == null ? null : hex(read.userData()));
    }
}
