package kafka.server;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.metadata.MetadataRecordType;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.image.MetadataProvenance;
import org.apache.kafka.metadata.MetadataRecordSerde;
import org.apache.kafka.server.common.ApiMessageAndVersion;

/** The metadata that a kraft node has committed: its newest snapshot and log, replayed by Kafka's classes. */
final class LoggedMetadata {
    private static final MetadataRecordSerde SERDE = new MetadataRecordSerde();
    private static final Set<MetadataRecordType> WITHOUT_STATE = Set.of(
        MetadataRecordType.NO_OP_RECORD,
        MetadataRecordType.BEGIN_TRANSACTION_RECORD,
        MetadataRecordType.END_TRANSACTION_RECORD,
        MetadataRecordType.ABORT_TRANSACTION_RECORD);

    private LoggedMetadata() { }

    static MetadataImage read(KraftProcess process) {
        long end = process.highWatermark();
        return changed(process, MetadataImage.EMPTY, end).apply(provenance(end));
    }

    /** What was committed after an image, up to an offset. */
    static MetadataDelta changed(KraftProcess process, MetadataImage before, long end) {
        while (true) {
            try {
                return replay(process.logFolder(), before, end);
            } catch (java.nio.file.NoSuchFileException | java.io.FileNotFoundException e) {
                KraftProcess.pause(10); // a segment or snapshot was deleted after it had been listed
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    static MetadataProvenance provenance(long end) {
        return new MetadataProvenance(end - 1, 0, 0, true);
    }

    private static MetadataDelta replay(Path folder, MetadataImage before, long end) throws IOException {
        MetadataDelta delta = new MetadataDelta.Builder().setImage(before).build();
        long from = before.offset() + 1;
        List<File> snapshots = files(folder, ".checkpoint");
        if (!snapshots.isEmpty() && before.isEmpty()) {
            File newest = snapshots.get(snapshots.size() - 1);
            replay(newest, delta, 0, Long.MAX_VALUE);
            from = Long.parseLong(newest.getName().split("-")[0]);
        }
        for (File segment : files(folder, ".log")) {
            replay(segment, delta, from, end);
        }
        return delta;
    }

    private static void replay(File file, MetadataDelta delta, long from, long end) throws IOException {
        FileRecords records = FileRecords.open(file, false);
        try {
            for (RecordBatch batch : records.batches()) {
                if (batch.isControlBatch() || batch.lastOffset() < from || batch.baseOffset() >= end) {
                    continue;
                }
                for (Record record : batch) {
                    ApiMessageAndVersion read = SERDE.read(new ByteBufferAccessor(record.value()), record.valueSize());
                    if (!WITHOUT_STATE.contains(MetadataRecordType.fromId(read.message().apiKey()))) {
                        delta.replay(read.message());
                    }
                }
            }
        } finally {
            records.closeHandlers(); // close() would cut the file to the size that it had when it was opened
        }
    }

    static List<File> files(Path folder, String suffix) throws IOException {
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(path -> path.toString().endsWith(suffix)).sorted().map(Path::toFile).toList();
        }
    }
}
