import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import kafka.network.SocketServer;
import kafka.raft.KafkaRaftManager;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRequestHandlerPoolFactory;
import kafka.tools.TestRaftRequestHandler;
import kafka.tools.TestRaftServer;
import org.apache.kafka.common.Endpoint;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.ApiMessageType.ListenerType;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.network.ListenerName;
import org.apache.kafka.common.security.scram.internals.ScramMechanism;
import org.apache.kafka.common.security.token.delegation.internals.DelegationTokenCache;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.raft.Batch;
import org.apache.kafka.raft.BatchReader;
import org.apache.kafka.raft.Endpoints;
import org.apache.kafka.raft.LeaderAndEpoch;
import org.apache.kafka.raft.QuorumConfig;
import org.apache.kafka.raft.RaftClient;
import org.apache.kafka.raft.errors.BufferAllocationException;
import org.apache.kafka.raft.errors.NotLeaderException;
import org.apache.kafka.security.CredentialProvider;
import org.apache.kafka.server.ServerSocketFactory;
import org.apache.kafka.server.SimpleApiVersionManager;
import org.apache.kafka.server.common.FinalizedFeatures;
import org.apache.kafka.server.common.MetadataVersion;
import org.apache.kafka.server.fault.ProcessTerminatingFaultHandler;
import org.apache.kafka.snapshot.SnapshotReader;

/**
 * A voter of Kafka's raft layer alone, as kafka.tools.TestRaftServer wires it, that makes the load it is told to make.
 * benchmarks/peers/quorum_node.py is its twin and says the same on standard output; benchmarks/quorum_load.py reads both.
 *
 *     QuorumBench PROPERTIES DIRECTORY_ID
 *
 * Standard input, one line each:
 *     load RATE SIZE WINDOW SECONDS   append records of SIZE zero bytes for so long. RATE records a second, record n due at
 *                                     start + n / RATE; or, where RATE is 0, as many as keep WINDOW of them undecided
 * Standard output, one JSON object a line, all times of System.nanoTime (CLOCK_MONOTONIC, as Python's time.monotonic_ns):
 *     {"leading": EPOCH, "at": NANOS}          it leads, and has applied all that was committed before
 *     {"start": NANOS, "commits": [[NANOS, COUNT], ...]}   the load is over and all of it is committed: so many records
 *                                     were delivered to the application at that time, in the order of their appends
 *     {"lost": EPOCH}                          it led no longer, and the load came to nothing
 */
public final class QuorumBench implements RaftClient.Listener<byte[]> {
    private static final long LOOK_AGAIN_NANOS = 20_000;
    private static final long FULL_NANOS = 1_000_000;

    private final RaftClient<byte[]> client;
    private final int nodeId;
    private volatile int epoch = -1;
    private volatile long committed;
    private long[] times = new long[1 << 16];
    private int[] counts = new int[1 << 16];
    private int deliveries;

    private QuorumBench(RaftClient<byte[]> client, int nodeId) {
        this.client = client;
        this.nodeId = nodeId;
    }

    @Override
    public void handleLeaderChange(LeaderAndEpoch leader) {
        boolean leads = leader.isLeader(nodeId);
        epoch = leads ? leader.epoch() : -1;
        if (leads) say("{\"leading\": " + leader.epoch() + ", \"at\": " + System.nanoTime() + "}");
    }

    @Override
    public void handleLoadSnapshot(SnapshotReader<byte[]> reader) {
        reader.close();
    }

    @Override
    public void handleLoadBootstrap(SnapshotReader<byte[]> reader) {
        reader.close();
    }

    @Override
    public void handleCommit(BatchReader<byte[]> reader) {
        long now = System.nanoTime();
        int count = 0;
        try (reader) {
            while (reader.hasNext()) {
                Batch<byte[]> batch = reader.next();
                if (batch.epoch() == epoch) count += batch.records().size();
            }
        }
        if (count > 0) delivered(now, count);
    }

    private synchronized void delivered(long now, int count) {
        if (deliveries == times.length) {
            times = Arrays.copyOf(times, 2 * deliveries);
            counts = Arrays.copyOf(counts, 2 * deliveries);
        }
        times[deliveries] = now;
        counts[deliveries++] = count;
        committed += count;
    }

    /** One load from its first append to its last commit. */
    private void load(double rate, int size, int window, double seconds) {
        List<byte[]> value = List.of(new byte[size]);
        int led = epoch;
        synchronized (this) {
            committed = deliveries = 0;
        }
        long start = System.nanoTime();
        long end = start + (long) (seconds * 1e9);
        long sent = 0;
        for (long now = start; now < end && epoch == led; now = System.nanoTime()) {
            if (rate == 0 && sent - committed >= window) {
                LockSupport.parkNanos(LOOK_AGAIN_NANOS);
                continue;
            }
            long due = rate == 0 ? now : start + (long) (sent * 1e9 / rate);
            if (due > now) {
                LockSupport.parkNanos(Math.min(due, end) - now);
            } else if (append(led, value)) {
                sent++;
            }
        }
        while (committed < sent && epoch == led) LockSupport.parkNanos(FULL_NANOS);
        if (epoch == led) report(start);
        else say("{\"lost\": " + led + "}");
    }

    private boolean append(int led, List<byte[]> value) {
        try {
            client.prepareAppend(led, value);
            client.schedulePreparedAppend();
            return true;
        } catch (IllegalStateException | BufferAllocationException full) {
            LockSupport.parkNanos(FULL_NANOS); // ten batches wait, or there is no memory for more
        } catch (NotLeaderException lost) {
            epoch = -1;
        }
        return false;
    }

    private synchronized void report(long start) {
        StringBuilder text = new StringBuilder("{\"start\": ").append(start).append(", \"commits\": [");
        for (int i = 0; i < deliveries; i++) {
            text.append(i == 0 ? "[" : ", [").append(times[i]).append(", ").append(counts[i]).append(']');
        }
        say(text.append("]}").toString());
    }

    private static synchronized void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    private void obey() throws Exception {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String[] words = line.trim().split(" ");
            load(Double.parseDouble(words[1]), Integer.parseInt(words[2]), Integer.parseInt(words[3]), Double.parseDouble(words[4]));
        }
    }

    private static Map<ListenerName, InetSocketAddress> advertised(KafkaConfig config) {
        Map<ListenerName, InetSocketAddress> found = new HashMap<>();
        scala.collection.Iterator<Endpoint> each = config.effectiveAdvertisedControllerListeners().iterator();
        while (each.hasNext()) {
            Endpoint endpoint = each.next();
            found.put(ListenerName.normalised(endpoint.listener()), InetSocketAddress.createUnresolved(endpoint.host(), endpoint.port()));
        }
        return found;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] arguments) throws Exception {
        Properties properties = Utils.loadProps(arguments[0]);
        KafkaConfig config = KafkaConfig.fromProps(properties, false);
        QuorumConfig quorum = config.quorumConfig();
        Time time = Time.SYSTEM;
        Metrics metrics = new Metrics(time);
        CredentialProvider credentials = new CredentialProvider(
            ScramMechanism.mechanismNames(), new DelegationTokenCache(ScramMechanism.mechanismNames()));
        SimpleApiVersionManager versions = new SimpleApiVersionManager(
            ListenerType.CONTROLLER, true, () -> FinalizedFeatures.fromKRaftVersion(MetadataVersion.MINIMUM_VERSION));
        SocketServer server = new SocketServer(config, metrics, time, credentials, versions, ServerSocketFactory.INSTANCE,
            (scala.collection.Seq) scala.collection.immutable.Nil$.MODULE$);
        KafkaRaftManager<byte[]> raft = new KafkaRaftManager<>(
            Uuid.ZERO_UUID.toString(), config, Uuid.fromString(arguments[1]), new TestRaftServer.ByteArraySerde(),
            new TopicPartition("__raft_performance_test", 0), new Uuid(0, 2), time, metrics, version -> { },
            scala.Option.empty(), CompletableFuture.completedFuture(QuorumConfig.parseVoterConnections(quorum.voters())),
            QuorumConfig.parseBootstrapServers(quorum.bootstrapServers()), Endpoints.fromInetSocketAddresses(advertised(config)),
            new ProcessTerminatingFaultHandler.Builder().build());
        new KafkaRequestHandlerPoolFactory().createPool(
            config.brokerId(), server.dataPlaneRequestChannel(),
            new TestRaftRequestHandler(raft, server.dataPlaneRequestChannel(), time, versions), time,
            (Integer) config.getInt("num.io.threads"), "broker");
        QuorumBench bench = new QuorumBench(raft.client(), config.nodeId());
        raft.client().register(bench);
        Runtime.getRuntime().addShutdownHook(new Thread(raft::shutdown)); // SIGTERM hands leadership over
        raft.startup();
        server.enableRequestProcessing((scala.collection.Map) scala.collection.immutable.Map$.MODULE$.empty());
        bench.obey();
    }
}
