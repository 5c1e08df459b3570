package kafka.server;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import kafka.network.SocketServer;
import kafka.raft.KafkaRaftManager;
import org.apache.kafka.common.network.ListenerName;
import org.apache.kafka.image.publisher.ControllerRegistrationsPublisher;
import org.apache.kafka.metadata.ControllerRegistration;
import org.apache.kafka.raft.KafkaRaftClient;
import org.apache.kafka.raft.LeaderAndEpoch;
import org.apache.kafka.raft.LogOffsetMetadata;
import org.apache.kafka.raft.RaftLog;
import org.apache.kafka.server.common.ApiMessageAndVersion;
import org.apache.kafka.server.common.OffsetAndEpoch;
import org.apache.kafka.snapshot.FileRawSnapshotReader;
import org.apache.kafka.snapshot.SnapshotPath;
import org.apache.kafka.snapshot.Snapshots;
import org.mockito.Mockito;

/** Objects of Kafka's types whose few methods that tests call are answered from a kraft process. */
final class Doubles {
    private Doubles() { }

    /** An object whose constructor did not run: those of Kafka open sockets and files. */
    private static <T> T withoutConstructor(Class<T> type) {
        try {
            Field field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
            field.setAccessible(true);
            Object unsafe = field.get(null);
            return type.cast(unsafe.getClass().getMethod("allocateInstance", Class.class).invoke(unsafe, type));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static SocketServer socketServer(KafkaConfig config, Map<String, Integer> ports) {
        Ports made = withoutConstructor(Ports.class);
        made.config = config;
        made.ports = ports;
        return made;
    }

    private static final class Ports extends SocketServer {
        private KafkaConfig config;
        private Map<String, Integer> ports;

        private Ports() {
            super(null, null, null, null, null, null, null);
        }

        @Override
        public KafkaConfig config() {
            return config;
        }

        @Override
        public int boundPort(ListenerName listener) {
            return ports.entrySet().stream()
                .filter(each -> each.getKey().equalsIgnoreCase(listener.value())).findFirst()
                .orElseThrow(() -> new InsideTheController("SocketServer of " + listener)).getValue();
        }
    }

    @SuppressWarnings("unchecked")
    static KafkaRaftManager<ApiMessageAndVersion> raftManager(KraftProcess process) {
        Manager made = withoutConstructor(Manager.class);
        made.process = process;
        return made;
    }

    private static final class Manager extends KafkaRaftManager<ApiMessageAndVersion> {
        private KraftProcess process;

        private Manager() {
            super(null, null, null, null, null, null, null, null, null, null, null, null, null, null);
        }

        @Override
        public RaftLog raftLog() {
            return (RaftLog) Proxy.newProxyInstance(RaftLog.class.getClassLoader(), new Class<?>[] {RaftLog.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "endOffset" -> new LogOffsetMetadata(
                        process.metric("kafka_server_raft_metrics_log_end_offset").orElse(0));
                    case "latestSnapshotId" -> latestSnapshot();
                    case "latestSnapshot" -> latestSnapshot()
                        .map(id -> FileRawSnapshotReader.open(process.logFolder(), id));
                    default -> throw new InsideTheController("RaftLog." + method.getName());
                });
        }

        private Optional<OffsetAndEpoch> latestSnapshot() throws IOException {
            return LoggedMetadata.files(process.logFolder(), ".checkpoint").stream().reduce((one, other) -> other)
                .flatMap(file -> Snapshots.parse(file.toPath())).map(SnapshotPath::snapshotId)
                .filter(id -> id.offset() > 0);
        }

        @Override
        @SuppressWarnings("unchecked")
        public KafkaRaftClient<ApiMessageAndVersion> client() {
            return Mockito.mock(KafkaRaftClient.class, call -> switch (call.getMethod().getName()) {
                case "leaderAndEpoch" -> leaderAndEpoch();
                case "shutdown" -> {
                    process.stop();
                    yield CompletableFuture.completedFuture(null);
                }
                default -> throw new InsideTheController("KafkaRaftClient." + call.getMethod().getName());
            });
        }

        private LeaderAndEpoch leaderAndEpoch() {
            long leader = process.metric("kafka_server_raft_metrics_current_leader").orElse(-1);
            long epoch = process.metric("kafka_server_raft_metrics_current_epoch").orElse(0);
            return new LeaderAndEpoch(leader < 0 ? OptionalInt.empty() : OptionalInt.of((int) leader), (int) epoch);
        }

        @Override
        public void shutdown() {
            process.stop();
        }
    }

    static ControllerRegistrationsPublisher registrations(KraftProcess process) {
        return new ControllerRegistrationsPublisher() {
            @Override
            public Map<Integer, ControllerRegistration> controllers() {
                return LoggedMetadata.read(process).cluster().controllers();
            }
        };
    }
}
