import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.*;
import java.io.*;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.Supplier;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.*;
import org.apache.kafka.common.network.ListenerName;
import org.apache.kafka.common.protocol.*;
import org.apache.kafka.common.requests.ApiError;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.controller.*;
import org.apache.kafka.metadata.*;
import org.apache.kafka.metadata.bootstrap.BootstrapMetadata;
import org.apache.kafka.raft.*;
import org.apache.kafka.raft.internals.MemoryBatchReader;
import org.apache.kafka.server.common.*;
import org.apache.kafka.server.fault.FaultHandler;
import org.apache.kafka.snapshot.SnapshotWriter;

/**
 * The QuorumController of a release behind a pipe: a JSON object a line in, one a line out, in order.
 *
 * new    records (framed, as hex: the log that the controller finds) sessionMs static {name: value}
 *          -> records (what it writes to become active), next (the next offset)
 * call   api json version   -> answer (JSON form of the response) or code and text; records; next
 * time   ms                 -> records that periodic work wrote while the clock moved on; ms (how far); next
 *
 * Appends are committed at once. The clock stands still but for `time`.
 */
public final class QuorumControllerOracle {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final HexFormat HEX = HexFormat.of();
    private static final MetadataRecordSerde SERDE = MetadataRecordSerde.INSTANCE;
    private static final String CLUSTER = "abcdefghijklmnopqrstuv";

    private Clock clock;
    private Raft raft;
    private QuorumController controller;

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        System.setOut(System.err);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        QuorumControllerOracle oracle = new QuorumControllerOracle();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            ObjectNode answer = NODES.objectNode();
            try {
                oracle.answer(MAPPER.readTree(line), answer);
            } catch (Throwable thrown) {
                answer.removeAll().put("error", thrown.getClass().getName() + ": " + thrown.getMessage());
            }
            out.println(MAPPER.writeValueAsString(answer));
            out.flush();
        }
        System.exit(0);
    }

    private void answer(JsonNode request, ObjectNode answer) throws Exception {
        switch (request.get("op").asText()) {
            case "new": begin(request); break;
            case "call": call(request, answer); break;
            case "time": answer.put("ms", pass(request.get("ms").asLong())); break;
            default: throw new IllegalArgumentException("no such op");
        }
        ArrayNode records = answer.putArray("records");
        raft.drain().forEach(records::add);
        answer.put("next", raft.end);
    }

    private void begin(JsonNode request) throws Exception {
        if (controller != null) controller.close();
        clock = new Clock();
        List<ApiMessageAndVersion> log = new ArrayList<>();
        for (JsonNode hex : request.get("records")) log.add(read(HEX.parseHex(hex.asText())));
        raft = new Raft(log);
        FaultHandler faults = (text, cause) -> {
            if (cause != null) cause.printStackTrace();
            return new RuntimeException(text, cause);
        };
        Map<String, Object> fixed = new HashMap<>();
        request.get("static").fields().forEachRemaining(one -> fixed.put(one.getKey(), one.getValue().asText()));
        long session = request.get("sessionMs").asLong();
        long never = TimeUnit.DAYS.toMillis(1000);
        controller = new QuorumController.Builder(1, CLUSTER).
            setRaftClient(raft).setTime(clock).
            setQuorumFeatures(new QuorumFeatures(1, QuorumFeatures.defaultSupportedFeatureMap(false), List.of(1))).
            setFatalFaultHandler(faults).setNonFatalFaultHandler(faults).
            setBootstrapMetadata(BootstrapMetadata.fromVersion(MetadataVersion.latestProduction(), "test")).
            setStaticConfig(fixed).setConfigSchema(kafka.server.KafkaRaftServer.configSchema()).
            setSessionTimeoutNs(TimeUnit.MILLISECONDS.toNanos(session)).
            setUncleanLeaderElectionCheckIntervalMs(never).setDelegationTokenExpiryCheckIntervalMs(never).
            setDefaultReplicationFactor((short) 1).build();
        while (!controller.isActive()) Thread.sleep(1);
        settle();
        raft.drain();
    }

    /** Let everything that is queued run. */
    private void settle() throws Exception {
        for (int round = 0; round < 2; round++) {
            controller.findAllTopicIds(context()).get();
            raft.io.submit(() -> { }).get();
        }
    }

    /** Periodic work runs at its time and, as long as it finds something, again 10 ms later. */
    private long pass(long ms) throws Exception {
        clock.sleep(ms);
        long passed = ms;
        for (int quiet = 0; quiet < 6; quiet++) {
            int before = raft.written();
            settle();
            Thread.sleep(1);
            settle();
            if (raft.written() > before) quiet = 0;
            clock.sleep(20);
            passed += 20;
        }
        return passed;
    }

    private static ControllerRequestContext context() {
        return context((short) 0);
    }

    private static ControllerRequestContext context(short version) {
        return new ControllerRequestContext(new RequestHeaderData().setRequestApiVersion(version), KafkaPrincipal.ANONYMOUS, OptionalLong.empty());
    }

    private void call(JsonNode request, ObjectNode answer) throws Exception {
        ApiKeys api = ApiKeys.forId(request.get("api").asInt());
        short version = (short) request.get("version").asInt();
        JsonNode json = request.get("json");
        try {
            switch (api) {
                case BROKER_REGISTRATION: {
                    BrokerRegistrationReply reply = controller.registerBroker(context(version),
                        BrokerRegistrationRequestDataJsonConverter.read(json, version)).get();
                    answer.set("answer", BrokerRegistrationResponseDataJsonConverter.write(
                        new BrokerRegistrationResponseData().setBrokerEpoch(reply.epoch()), version));
                    break;
                }
                case BROKER_HEARTBEAT: {
                    BrokerHeartbeatReply reply = controller.processBrokerHeartbeat(context(version),
                        BrokerHeartbeatRequestDataJsonConverter.read(json, version)).get();
                    answer.set("answer", BrokerHeartbeatResponseDataJsonConverter.write(
                        new BrokerHeartbeatResponseData().setIsCaughtUp(reply.isCaughtUp()).
                            setIsFenced(reply.isFenced()).setShouldShutDown(reply.shouldShutDown()), version));
                    break;
                }
                case UNREGISTER_BROKER: {
                    controller.unregisterBroker(context(version),
                        UnregisterBrokerRequestDataJsonConverter.read(json, version).brokerId()).get();
                    answer.set("answer", UnregisterBrokerResponseDataJsonConverter.write(
                        new UnregisterBrokerResponseData(), version));
                    break;
                }
                case ALTER_PARTITION:
                    answer.set("answer", AlterPartitionResponseDataJsonConverter.write(
                        controller.alterPartition(context(version),
                            AlterPartitionRequestDataJsonConverter.read(json, version)).get(), version));
                    break;
                case ELECT_LEADERS:
                    answer.set("answer", ElectLeadersResponseDataJsonConverter.write(
                        controller.electLeaders(context(version),
                            ElectLeadersRequestDataJsonConverter.read(json, version)).get(), version));
                    break;
                case ALTER_PARTITION_REASSIGNMENTS:
                    answer.set("answer", AlterPartitionReassignmentsResponseDataJsonConverter.write(
                        controller.alterPartitionReassignments(context(version),
                            AlterPartitionReassignmentsRequestDataJsonConverter.read(json, version)).get(), version));
                    break;
                case LIST_PARTITION_REASSIGNMENTS:
                    answer.set("answer", ListPartitionReassignmentsResponseDataJsonConverter.write(
                        controller.listPartitionReassignments(context(version),
                            ListPartitionReassignmentsRequestDataJsonConverter.read(json, version)).get(), version));
                    break;
                case ASSIGN_REPLICAS_TO_DIRS:
                    answer.set("answer", AssignReplicasToDirsResponseDataJsonConverter.write(
                        controller.assignReplicasToDirs(context(version),
                            AssignReplicasToDirsRequestDataJsonConverter.read(json, version)).get(), version));
                    break;
                case ALLOCATE_PRODUCER_IDS:
                    answer.set("answer", AllocateProducerIdsResponseDataJsonConverter.write(
                        controller.allocateProducerIds(context(version),
                            AllocateProducerIdsRequestDataJsonConverter.read(json, version)).get(), version));
                    break;
                default: throw new IllegalArgumentException("no such api here");
            }
        } catch (ExecutionException failed) {
            ApiError error = ApiError.fromThrowable(failed.getCause());
            answer.put("code", error.error().code());
            answer.put("text", error.message());
        }
        settle();
    }

    private static ApiMessageAndVersion read(byte[] bytes) {
        return SERDE.read(new ByteBufferAccessor(ByteBuffer.wrap(bytes)), bytes.length);
    }

    private static String write(ApiMessageAndVersion record) {
        ObjectSerializationCache cache = new ObjectSerializationCache();
        ByteBuffer buffer = ByteBuffer.allocate(SERDE.recordSize(record, cache));
        SERDE.write(record, cache, new ByteBufferAccessor(buffer));
        return HEX.formatHex(buffer.array());
    }

    /** A clock that moves when it is told to. */
    private static final class Clock implements Time {
        private volatile long ns = 1_000_000_000L;

        @Override public long milliseconds() { return ns / 1_000_000; }
        @Override public long hiResClockMs() { return ns / 1_000_000; }
        @Override public long nanoseconds() { return ns; }
        @Override public void sleep(long ms) { ns += ms * 1_000_000; }
        @Override public void waitObject(Object object, Supplier<Boolean> condition, long deadline) { }
    }

    /** One voter that leads epoch 1 and commits what it is given. */
    private static final class Raft implements RaftClient<ApiMessageAndVersion> {
        private final List<ApiMessageAndVersion> log;
        private final List<String> written = new ArrayList<>();
        private final List<List<ApiMessageAndVersion>> prepared = new ArrayList<>();
        private final List<Long> bases = new ArrayList<>();
        private final ExecutorService io = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        });
        private Listener<ApiMessageAndVersion> listener;
        private volatile long end;
        private int drained;

        Raft(List<ApiMessageAndVersion> log) {
            this.log = log;
            this.end = log.size();
        }

        @Override public void register(Listener<ApiMessageAndVersion> listener) {
            this.listener = listener;
            io.submit(() -> {
                if (!log.isEmpty()) commit(0, log);
                listener.handleLeaderChange(new LeaderAndEpoch(OptionalInt.of(1), 1));
            });
        }

        private void commit(long base, List<ApiMessageAndVersion> records) {
            listener.handleCommit(MemoryBatchReader.of(
                List.of(Batch.data(base, 1, 0L, 100, records)), reader -> { }));
        }

        @Override public synchronized long prepareAppend(int epoch, List<ApiMessageAndVersion> records) {
            bases.add(end);
            prepared.add(records);
            end += records.size();
            return end - 1;
        }

        @Override public synchronized void schedulePreparedAppend() {
            for (int index = 0; index < prepared.size(); index++) {
                List<ApiMessageAndVersion> records = prepared.get(index);
                long base = bases.get(index);
                records.forEach(record -> written.add(write(record)));
                io.submit(() -> commit(base, records));
            }
            prepared.clear();
            bases.clear();
        }

        synchronized int written() { return written.size(); }

        synchronized List<String> drain() {
            List<String> all = List.copyOf(written.subList(drained, written.size()));
            drained = written.size();
            return all;
        }

        @Override public OptionalLong highWatermark() { return OptionalLong.of(end); }
        @Override public LeaderAndEpoch leaderAndEpoch() { return new LeaderAndEpoch(OptionalInt.of(1), 1); }
        @Override public OptionalInt nodeId() { return OptionalInt.of(1); }
        @Override public Optional<Node> voterNode(int id, ListenerName name) { return Optional.empty(); }
        @Override public void unregister(Listener<ApiMessageAndVersion> listener) { }
        @Override public CompletableFuture<Void> shutdown(int ms) { return CompletableFuture.completedFuture(null); }
        @Override public void resign(int epoch) { }
        @Override public Optional<SnapshotWriter<ApiMessageAndVersion>> createSnapshot(OffsetAndEpoch id, long ms) { return Optional.empty(); }
        @Override public Optional<OffsetAndEpoch> latestSnapshotId() { return Optional.empty(); }
        @Override public long logEndOffset() { return end; }
        @Override public KRaftVersion kraftVersion() { return KRaftVersion.KRAFT_VERSION_0; }
        @Override public void upgradeKRaftVersion(int epoch, KRaftVersion version, boolean validateOnly) { }
        @Override public void close() { }
    }
}
