import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import RECORD_PACKAGE.CompressionType;
import RECORD_PACKAGE.MemoryRecords;
import RECORD_PACKAGE.MutableRecordBatch;
import RECORD_PACKAGE.Record;
import RECORD_PACKAGE.SimpleRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.ObjectSerializationCache;

/**
 * Times Kafka's own classes on the cases of the benchmarks: CodecBench wire|records FILE SECONDS.
 * Each operation is first run for as long as it is measured afterwards, so that it is compiled; the best of five
 * samples counts. Prints a line with name and nanoseconds for each.
 */
public class CodecBench {
    private static long sink;
    private static Object last;

    private interface Operation {
        long run() throws Exception;
    }

    public static void main(String[] args) throws Exception {
        JsonNode cases = new ObjectMapper().readTree(new File(args[1]));
        double seconds = Double.parseDouble(args[2]);
        for (JsonNode entry : cases) {
            if (args[0].equals("wire")) {
                wire(entry, seconds);
            } else {
                records(entry, seconds);
            }
        }
        if (sink == 42) {
            System.err.println(last);
        }
    }

    private static void wire(JsonNode entry, double seconds) throws Exception {
        short version = (short) entry.get("version").asInt();
        byte[] bytes = HexFormat.of().parseHex(entry.get("hex").asText());
        String kind = entry.get("message").asText();
        MethodHandle make = MethodHandles.lookup().unreflectConstructor(empty(kind).getClass().getConstructor())
            .asType(MethodType.methodType(ApiMessage.class));
        ApiMessage message = read(empty(kind), bytes, version);
        if (!ByteBuffer.wrap(encode(message, version)).equals(ByteBuffer.wrap(bytes))) {
            throw new IllegalStateException("other bytes of " + entry.get("name"));
        }
        String name = entry.get("name").asText();
        report("encode " + name, seconds, () -> encode(message, version).length);
        report("decode " + name, seconds, () -> {
            last = read(made(make), bytes, version);
            return version;
        });
    }

    private static ApiMessage empty(String name) throws ReflectiveOperationException {
        String full = name.endsWith("Record")
            ? "org.apache.kafka.common.metadata." + name
            : "org.apache.kafka.common.message." + name + "Data";
        return (ApiMessage) Class.forName(full).getDeclaredConstructor().newInstance();
    }

    private static ApiMessage made(MethodHandle make) throws Exception {
        try {
            return (ApiMessage) make.invokeExact();
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static ApiMessage read(ApiMessage empty, byte[] bytes, short version) {
        empty.read(new ByteBufferAccessor(ByteBuffer.wrap(bytes)), version);
        return empty;
    }

    private static byte[] encode(ApiMessage message, short version) {
        ObjectSerializationCache cache = new ObjectSerializationCache();
        ByteBuffer buffer = ByteBuffer.allocate(message.size(cache, version));
        message.write(new ByteBufferAccessor(buffer), cache, version);
        return buffer.array();
    }

    private static void records(JsonNode entry, double seconds) throws Exception {
        byte[] bytes = HexFormat.of().parseHex(entry.get("hex").asText());
        CompressionType type = CompressionType.forId(entry.get("codec").asInt());
        Compression codec = Compression.of(type).build();
        SimpleRecord[] rows = rows(entry.get("rows"));
        String name = entry.get("name").asText();
        report("decode " + name, seconds, () -> decode(bytes));
        report("build " + name, seconds, () -> MemoryRecords.withRecords(codec, rows).sizeInBytes());
    }

    private static long decode(byte[] bytes) {
        long size = 0;
        for (MutableRecordBatch batch : MemoryRecords.readableRecords(ByteBuffer.wrap(bytes)).batches()) {
            batch.ensureValid();
            for (Record record : batch) {
                size += record.valueSize() + record.offset() + record.timestamp() + record.headers().length;
            }
        }
        return size;
    }

    private static SimpleRecord[] rows(JsonNode rows) {
        List<SimpleRecord> found = new ArrayList<>();
        for (JsonNode row : rows) {
            List<Header> headers = new ArrayList<>();
            for (JsonNode header : row.get(3)) {
                headers.add(new RecordHeader(header.get(0).asText(), octets(header.get(1))));
            }
            found.add(new SimpleRecord(row.get(0).asLong(), octets(row.get(1)), octets(row.get(2)),
                headers.toArray(new Header[0])));
        }
        return found.toArray(new SimpleRecord[0]);
    }

    private static byte[] octets(JsonNode text) {
        return text.isNull() ? null : HexFormat.of().parseHex(text.asText());
    }

    private static void report(String name, double seconds, Operation operation) throws Exception {
        long calls = warm(operation, seconds);
        double best = Double.MAX_VALUE;
        for (int sample = 0; sample < 5; sample++) {
            long begin = cpuTime();
            for (long call = 0; call < calls; call++) {
                sink += operation.run();
            }
            best = Math.min(best, (cpuTime() - begin) / (double) calls);
        }
        System.out.println(name + "\t" + best);
    }

    /** Runs an operation until it is compiled; returns how many calls take a fifth of the time. */
    private static long warm(Operation operation, double seconds) throws Exception {
        long begin = cpuTime();
        long calls = 0;
        while (cpuTime() - begin < seconds * 1e9) {
            for (int call = 0; call < 100; call++) {
                sink += operation.run();
            }
            calls += 100;
        }
        return Math.max(1, calls / 5);
    }

    /** Processor time of this thread: other work on the machine does not count. */
    private static long cpuTime() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
