import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.*;
import java.io.*;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import kafka.network.RequestChannel;
import kafka.server.*;
import org.apache.kafka.common.Endpoint;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.acl.*;
import org.apache.kafka.common.errors.NotControllerException;
import org.apache.kafka.common.internals.Plugin;
import org.apache.kafka.common.memory.MemoryPool;
import org.apache.kafka.common.message.*;
import org.apache.kafka.common.metadata.*;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.network.*;
import org.apache.kafka.common.protocol.*;
import org.apache.kafka.common.requests.*;
import org.apache.kafka.common.security.auth.*;
import org.apache.kafka.common.security.scram.internals.ScramMechanism;
import org.apache.kafka.common.security.token.delegation.internals.DelegationTokenCache;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.controller.*;
import org.apache.kafka.image.*;
import org.apache.kafka.image.publisher.ControllerRegistrationsPublisher;
import org.apache.kafka.image.writer.*;
import org.apache.kafka.metadata.*;
import org.apache.kafka.metadata.authorizer.*;
import org.apache.kafka.metadata.bootstrap.BootstrapMetadata;
import org.apache.kafka.metadata.placement.*;
import org.apache.kafka.network.metrics.RequestChannelMetrics;
import org.apache.kafka.raft.*;
import org.apache.kafka.raft.internals.MemoryBatchReader;
import org.apache.kafka.security.DelegationTokenManager;
import org.apache.kafka.server.*;
import org.apache.kafka.server.authorizer.*;
import org.apache.kafka.server.common.*;
import org.apache.kafka.server.config.*;
import org.apache.kafka.server.fault.FaultHandler;
import org.apache.kafka.snapshot.SnapshotWriter;

/**
 * The QuorumController of a release behind a pipe: a JSON object a line in, one a line out, in order.
 *
 * new    records (framed, as hex: the log that the controller finds) sessionMs static {name: value} acls
 *          -> records (what it writes to become active), next (the next offset)
 * call   api json version   -> answer (JSON form of the response) or code, text and cause; records; next
 * serve  frame version places principal denied forwarded
 *          -> answer (the body of the response, as hex); before, after (the time of day); records; next
 *        asks ControllerApis. `places` are the replicas of the partitions that the request places, in
 *        order; `denied` what the principal may not do, as "OPERATION TYPE name".
 * snapshot                  -> snapshot (the records of the committed image, as hex)
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
    private ControllerApis apis;
    private Guard guard;
    private final Answers answers = new Answers();
    private final Deque<List<Integer>> places = new ArrayDeque<>();
    private QUOTA_FACTORY.QuotaManagers quotas;

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
            case "serve": serve(request, answer); break;
            case "lose": lose(request, answer); break;
            case "snapshot": snapshot(answer); break;
            case "time": answer.put("ms", pass(request.get("ms").asLong())); break;
            default: throw new IllegalArgumentException("no such op");
        }
        ArrayNode records = answer.putArray("records");
        raft.drain().forEach(records::add);
        answer.put("next", raft.end);
    }

    private void begin(JsonNode request) throws Exception {
        if (controller != null) {
            controller.close();
            apis.close();
        }
        clock = new Clock();
        List<ApiMessageAndVersion> log = new ArrayList<>();
        for (JsonNode hex : request.get("records")) log.add(read(HEX.parseHex(hex.asText())));
        Properties file = new Properties();
        file.putAll(Map.of("node.id", "1", "process.roles", "controller", "controller.listener.names", "CONTROLLER",
            "listeners", "CONTROLLER://:9092", "controller.quorum.voters", "1@localhost:9092"));
        request.get("static").fields().forEachRemaining(one -> file.put(one.getKey(), one.getValue().asText()));
        KafkaConfig config = new KafkaConfig(file, false);
        KRaftMetadataCache cache = new KRaftMetadataCache(1, () -> KRaftVersion.KRAFT_VERSION_0);
        DelegationTokenManagerConfigs tokens = new DelegationTokenManagerConfigs(config);
        DelegationTokenCache tokenCache = new DelegationTokenCache(ScramMechanism.mechanismNames());
        guard = request.path("acls").asBoolean() ? new Guard() : null;
        raft = new Raft(log, new Published(cache, guard, tokenCache, new DelegationTokenManager(tokens, tokenCache)));
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
            setDefaultReplicationFactor((short) config.defaultReplicationFactor()).
            setDefaultNumPartitions(config.numPartitions()).
            setConfigurationValidator(new ControllerConfigurationValidator(config)).
            setSupportedConfigChecker(new DefaultSupportedConfigChecker()).
            setReplicaPlacer(this::place).
            setDelegationTokenCache(tokenCache).
            setDelegationTokenSecretKey(tokens.tokenAuthEnabled() ? tokens.delegationTokenSecretKey().value() : null).
            setDelegationTokenMaxLifeMs(tokens.delegationTokenMaxLifeMs()).
            setDelegationTokenExpiryTimeMs(tokens.delegationTokenExpiryTimeMs()).build();
        if (quotas == null) quotas = QUOTA_FACTORY.instantiate(config, new Metrics(), Time.SYSTEM, "quotas-", "controller");
        scala.Option<Plugin<Authorizer>> authorizer = scala.Option.empty();
        if (guard != null) {
            guard.setAclMutator(controller);
            authorizer = scala.Option.apply(Plugin.wrapInstance(guard, null, "authorizer.class.name"));
        }
        apis = new ControllerApis(answers, authorizer, quotas, clock, controller, null, config, CLUSTER,
            new ControllerRegistrationsPublisher(),
            new SimpleApiVersionManager(ApiMessageType.ListenerType.CONTROLLER, false,
                () -> FEATURES_OF(MetadataVersion.latestProduction())),
            cache);
        while (!controller.isActive()) LockSupport.parkNanos(50_000);
        settle();
        raft.drain();
    }

    /** The committed image as the records of a snapshot. */
    private void snapshot(ObjectNode answer) {
        RecordListWriter writer = new RecordListWriter();
        raft.published.image.write(writer, new ImageWriterOptions.Builder(raft.published.image).build());
        ArrayNode records = answer.putArray("snapshot");
        writer.records().forEach(record -> records.add(write(record)));
    }

    /** Lose the leadership while requests wait for their commit, then lead again. */
    private void lose(JsonNode request, ObjectNode answer) throws Exception {
        raft.hold();
        List<Future<ObjectNode>> waiting = new ArrayList<>();
        for (JsonNode one : request.get("requests")) {
            ObjectNode told = NODES.objectNode();
            FutureTask<ObjectNode> task = new FutureTask<>(() -> {
                call(one, told);
                return told;
            });
            waiting.add(task);
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            thread.start();
            // until it waits for its answer, or has one
            while (thread.getState() != Thread.State.WAITING && thread.isAlive()) LockSupport.parkNanos(50_000);
            read();
        }
        raft.elect(OptionalInt.empty());
        while (controller.isActive()) LockSupport.parkNanos(50_000);
        ArrayNode answers = answer.putArray("answers");
        raft.truncate();
        raft.elect(OptionalInt.of(1));
        while (!controller.isActive()) LockSupport.parkNanos(50_000);
        for (Future<ObjectNode> one : waiting) answers.add(one.get());
        settle();
    }

    /** Let everything that is queued run, and what follows from that. */
    private void settle() throws Exception {
        int before;
        do {
            before = raft.written();
            read();
        } while (raft.written() > before);
    }

    /** Wait for all that is queued. Refused once the controller resigned over a fault, which an answer names. */
    private void read() throws Exception {
        try {
            controller.findAllTopicIds(context()).get();
        } catch (ExecutionException failed) {
            if (!(failed.getCause() instanceof NotControllerException)) throw failed;
        }
    }

    /** Periodic work runs at its time and, as long as it finds something, again 10 ms later. */
    private long pass(long ms) throws Exception {
        clock.sleep(ms);
        long passed = ms;
        for (int quiet = 0; quiet < 6; quiet++) {
            int before = raft.written();
            settle();
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
            refuse(answer, failed.getCause());
        } catch (NotControllerException failed) {
            refuse(answer, failed);
        }
        settle();
    }

    private static void refuse(ObjectNode answer, Throwable cause) {
        ApiError error = ApiError.fromThrowable(cause);
        answer.put("code", error.error().code());
        answer.put("text", error.message());
        answer.put("cause", cause.getMessage());
    }

    private void serve(JsonNode request, ObjectNode answer) throws Exception {
        places.clear();
        request.path("places").forEach(one -> {
            List<Integer> replicas = new ArrayList<>();
            one.forEach(id -> replicas.add(id.asInt()));
            places.add(replicas);
        });
        if (guard != null) {
            guard.denied.clear();
            request.path("denied").forEach(one -> guard.denied.add(one.asText()));
        }
        KafkaPrincipal principal = new KafkaPrincipal("User", request.path("principal").asText("ANONYMOUS"));
        REQUEST_CLASS forwarder = request.path("forwarded").asBoolean() ? framed(request, principal, null) : null;
        REQUEST_CLASS served = framed(request, principal, forwarder);
        answers.last = null;
        answer.put("before", System.currentTimeMillis());
        apis.handle(served, RequestLocal.noCaching());
        settle();
        for (int round = 0; answers.last == null && round < 20_000; round++) LockSupport.parkNanos(50_000);
        ByteBuffer body = MessageUtil.toByteBufferAccessor(answers.last.data(), (short) request.get("version").asInt()).buffer();
        byte[] bytes = new byte[body.remaining()];
        body.get(bytes);
        answer.put("answer", HEX.formatHex(bytes));
        answer.put("after", System.currentTimeMillis());
        if (!places.isEmpty()) answer.put("left", places.size());
    }

    private static REQUEST_CLASS framed(JsonNode request, KafkaPrincipal principal, REQUEST_CLASS envelope)
            throws Exception {
        ByteBuffer buffer = ByteBuffer.wrap(HEX.parseHex(request.get("frame").asText()));
        RequestHeader header = RequestHeader.parse(buffer);
        RequestContext context = new RequestContext(header, "1", InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), principal,
            new ListenerName("CONTROLLER"), SecurityProtocol.SASL_PLAINTEXT, ClientInformation.EMPTY, false);
        return new REQUEST_CLASS(1, context, 0, MemoryPool.NONE, buffer, null, OPTIONAL_OF(envelope));
    }

    /** What the other controller chose, after the checks of Kafka's own placer. */
    private TopicAssignment place(PlacementSpec spec, ClusterDescriber cluster) {
        new StripedReplicaPlacer(new Random()).place(spec, cluster);
        List<PartitionAssignment> assignments = new ArrayList<>();
        for (int index = 0; index < spec.numPartitions(); index++) {
            assignments.add(new PartitionAssignment(places.remove(), cluster));
        }
        return new TopicAssignment(assignments);
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

    /** Keeps the last response. */
    private static final class Answers extends RequestChannel {
        private volatile AbstractResponse last;

        Answers() {
            super(1, Time.SYSTEM, new RequestChannelMetrics(Set.of()));
        }

        /** What is called before 4.4. */
        public void sendResponse(REQUEST_CLASS request, AbstractResponse response,
                scala.Option<scala.Function1<Send, scala.runtime.BoxedUnit>> done) {
            last = response;
        }

        /** What is called since 4.4. */
        public void sendResponse(REQUEST_CLASS request, AbstractResponse response) {
            last = response;
        }
    }

    /** Denies what it is told to; has the ACLs of the log. */
    private static final class Guard implements ClusterMetadataAuthorizer {
        private final Set<String> denied = ConcurrentHashMap.newKeySet();
        private final StandardAuthorizer standard = new StandardAuthorizer();

        @Override public void setAclMutator(AclMutator mutator) { standard.setAclMutator(mutator); }
        @Override public AclMutator aclMutatorOrException() { return standard.aclMutatorOrException(); }
        @Override public void completeInitialLoad() { }
        @Override public void completeInitialLoad(Exception cause) { }
        @Override public void loadSnapshot(Map<Uuid, StandardAcl> acls) { standard.loadSnapshot(acls); }
        @Override public void addAcl(Uuid id, StandardAcl acl) { standard.addAcl(id, acl); }
        @Override public void removeAcl(Uuid id) { standard.removeAcl(id); }
        @Override public Map<Endpoint, ? extends CompletionStage<Void>> start(AuthorizerServerInfo info) { return Map.of(); }
        @Override public Iterable<AclBinding> acls(AclBindingFilter filter) { return standard.acls(filter); }
        @Override public void configure(Map<String, ?> configs) { }
        @Override public void close() { }

        @Override public List<AuthorizationResult> authorize(AuthorizableRequestContext context, List<Action> actions) {
            return actions.stream().map(action -> {
                String right = action.operation() + " " + action.resourcePattern().resourceType() + " " + action.resourcePattern().name();
                return denied.contains(right) ? AuthorizationResult.DENIED : AuthorizationResult.ALLOWED;
            }).toList();
        }
    }

    /** What a controller makes of committed records besides its own state. */
    private static final class Published {
        private final KRaftMetadataCache cache;
        private final Guard guard;
        private final DelegationTokenCache tokens;
        private final DelegationTokenManager manager;
        private MetadataImage image = MetadataImage.EMPTY;

        Published(KRaftMetadataCache cache, Guard guard, DelegationTokenCache tokens, DelegationTokenManager manager) {
            this.cache = cache;
            this.guard = guard;
            this.tokens = tokens;
            this.manager = manager;
        }

        private void update(DelegationTokenRecord token) {
            try {
                manager.updateToken(manager.getDelegationToken(image.delegationTokens().tokens().get(token.tokenId()).tokenInformation()));
            } catch (java.security.GeneralSecurityException missing) {
                throw new IllegalStateException(missing);
            }
        }

        void publish(long last, List<ApiMessageAndVersion> records) {
            MetadataDelta delta = new MetadataDelta.Builder().setImage(image).
                setSupportedConfigChecker(new DefaultSupportedConfigChecker()).build();
            records.forEach(record -> delta.replay(record.message()));
            image = delta.apply(new MetadataProvenance(last, 1, 0, true));
            cache.setImage(image);
            for (ApiMessageAndVersion record : records) {
                if (guard != null && record.message() instanceof AccessControlEntryRecord acl) guard.addAcl(acl.id(), StandardAcl.fromRecord(acl));
                if (guard != null && record.message() instanceof RemoveAccessControlEntryRecord acl) guard.removeAcl(acl.id());
                if (record.message() instanceof DelegationTokenRecord token) update(token);
                if (record.message() instanceof RemoveDelegationTokenRecord token) manager.removeToken(token.tokenId());
            }
        }
    }

    /** One voter that leads epoch 1 and commits what it is given. */
    private static final class Raft implements RaftClient<ApiMessageAndVersion> {
        private final List<ApiMessageAndVersion> log;
        private final Published published;
        private final List<String> written = new ArrayList<>();
        private final List<List<ApiMessageAndVersion>> prepared = new ArrayList<>();
        private final List<Long> bases = new ArrayList<>();
        private Listener<ApiMessageAndVersion> listener;
        private volatile LeaderAndEpoch leader = new LeaderAndEpoch(OptionalInt.of(1), 1);
        private boolean holds;
        private long committed;
        private volatile long end;
        private int drained;

        Raft(List<ApiMessageAndVersion> log, Published published) {
            this.log = log;
            this.published = published;
            this.end = log.size();
        }

        @Override public void register(Listener<ApiMessageAndVersion> listener) {
            this.listener = listener;
            if (!log.isEmpty()) commit(0, log);
            listener.handleLeaderChange(leader);
        }

        /** Take appends and commit none of them from now on. */
        synchronized void hold() {
            holds = true;
            committed = end;
        }

        /** Forget what was not committed. */
        synchronized void truncate() {
            holds = false;
            end = committed;
        }

        void elect(OptionalInt id) {
            leader = new LeaderAndEpoch(id, leader.epoch() + 1);
            listener.handleLeaderChange(leader);
        }

        /** Both only queue what follows, so any thread may call them. */
        private void commit(long base, List<ApiMessageAndVersion> records) {
            published.publish(base + records.size() - 1, records);
            listener.handleCommit(MemoryBatchReader.of(
                List.of(Batch.data(base, leader.epoch(), 0L, 100, records)), reader -> { }));
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
                if (holds) continue;
                records.forEach(record -> written.add(write(record)));
                commit(base, records);
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
        @Override public LeaderAndEpoch leaderAndEpoch() { return leader; }
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
