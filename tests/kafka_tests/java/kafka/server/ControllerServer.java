package kafka.server;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import kafka.network.SocketServer;
import kafka.raft.KafkaRaftManager;
import org.apache.kafka.common.Endpoint;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.internals.Plugin;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.network.ListenerName;
import org.apache.kafka.common.utils.LogContext;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.controller.Controller;
import org.apache.kafka.controller.metrics.QuorumControllerMetrics;
import org.apache.kafka.image.publisher.ControllerRegistrationsPublisher;
import org.apache.kafka.metadata.KRaftMetadataCache;
import org.apache.kafka.metadata.KafkaConfigSchema;
import org.apache.kafka.metadata.bootstrap.BootstrapMetadata;
import org.apache.kafka.metadata.publisher.FeaturesPublisher;
import org.apache.kafka.server.ProcessRole;
import org.apache.kafka.server.authorizer.Authorizer;
import org.apache.kafka.server.common.ApiMessageAndVersion;
import org.apache.kafka.server.metrics.KafkaYammerMetrics;
import org.opentest4j.TestAbortedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Takes the place of Kafka's class of this name in front of it on the class path: the controller is a kraft process.
 *
 * <p>The constructor and the accessors are those of Kafka 4.3.1. An accessor that a test can use is answered by
 * requests to the process, its metrics and its log; one whose answer exists only inside Kafka's controller throws
 * {@link InsideTheController}.
 */
public class ControllerServer {
    private static final Logger LOG = LoggerFactory.getLogger(ControllerServer.class);

    private final SharedServer sharedServer;
    private final KafkaConfigSchema configSchema;
    private final BootstrapMetadata bootstrapMetadata;
    private final KafkaConfig config;
    private final CompletableFuture<Integer> firstBoundPort = new CompletableFuture<>();
    private final Map<String, Integer> ports = new TreeMap<>();
    private final SocketServer socketServer;
    private final KraftProcess process;
    private final Controller controller;
    private final KafkaRaftManager<ApiMessageAndVersion> raftManager;
    private final Option<Plugin<Authorizer>> authorizer;
    private LoggedUpdates updates;
    private CountDownLatch stopped = new CountDownLatch(0);

    public ControllerServer(SharedServer sharedServer, KafkaConfigSchema schema, BootstrapMetadata bootstrapMetadata) {
        if (sharedServer.controllerConfig().processRoles().contains(ProcessRole.BrokerRole)) {
            throw new TestAbortedException("kraft cannot share a process with a broker (combined mode)");
        }
        this.sharedServer = sharedServer;
        this.configSchema = schema;
        this.bootstrapMetadata = bootstrapMetadata;
        this.config = sharedServer.controllerConfig();
        this.socketServer = Doubles.socketServer(config, ports);
        this.process = new KraftProcess(config, sharedServer.faultHandlerFactory());
        this.controller = Answers.controller(config, process, ports);
        this.raftManager = Doubles.raftManager(process);
        this.authorizer = LoggedAcls.of(config, process, controller);
    }

    /** Starts the process and returns once its high watermark is known, as Kafka's method does. */
    public void startup() {
        LOG.info("Starting kraft node {}", config.nodeId());
        ports.clear();
        StringBuilder listeners = new StringBuilder();
        for (Endpoint each : controllerListeners()) {
            int port = freedPort(each);
            ports.put(each.listener(), port);
            listeners.append(listeners.isEmpty() ? "" : ",").append(each.listener()).append("://");
            listeners.append(each.host() == null ? "" : each.host()).append(':').append(port);
        }
        firstBoundPort.complete(ports.get(config.controllerListenerNames().get(0)));
        if (sharedServer.metrics() == null) {
            sharedServer.metrics_$eq(new Metrics());
        }
        stopped = new CountDownLatch(1);
        var written = sharedServer.metaPropsEnsemble().logDirProps().get(config.metadataLogDir());
        process.start(listeners.toString(), voters(), written, bootstrapMetadata);
        sharedServer.raftManager_$eq(raftManager);
        updates = new LoggedUpdates(process, sharedServer);
    }

    public void shutdown() {
        firstBoundPort.completeExceptionally(new RuntimeException("shutting down"));
        if (updates != null) {
            updates.close();
            updates = null;
        }
        process.stop();
        sharedServer.raftManager_$eq(null);
        stopped.countDown();
    }

    public void awaitShutdown() throws InterruptedException {
        stopped.await();
    }

    private List<Endpoint> controllerListeners() {
        return CollectionConverters.asJava(config.controllerListeners());
    }

    /** The port that the test bound for a listener, or any free one, open again for the process. */
    private int freedPort(Endpoint endpoint) {
        InetSocketAddress address = endpoint.host() == null || endpoint.host().isBlank()
            ? new InetSocketAddress(endpoint.port())
            : new InetSocketAddress(endpoint.host(), endpoint.port());
        try (var bound = sharedServer.socketFactory().openServerSocket(endpoint.listener(), address, -1, -1)) {
            return bound.socket().getLocalPort();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private String voters() {
        StringBuilder voters = new StringBuilder();
        sharedServer.controllerQuorumVotersFuture().join().forEach((id, address) -> voters
            .append(voters.isEmpty() ? "" : ",")
            .append(id).append('@').append(address.getHostString()).append(':').append(address.getPort()));
        return voters.toString();
    }

    public SharedServer sharedServer() {
        return sharedServer;
    }

    public KafkaConfigSchema configSchema() {
        return configSchema;
    }

    public BootstrapMetadata bootstrapMetadata() {
        return bootstrapMetadata;
    }

    public KafkaConfig config() {
        return config;
    }

    public LogContext logContext() {
        return new LogContext("[ControllerServer id=" + config.nodeId() + "] ");
    }

    public Time time() {
        return sharedServer.time();
    }

    public Metrics metrics() {
        return sharedServer.metrics();
    }

    public KafkaRaftManager<ApiMessageAndVersion> raftManager() {
        return raftManager;
    }

    public Option<Plugin<Authorizer>> authorizerPlugin() {
        return authorizer;
    }

    public SocketServer socketServer() {
        return socketServer;
    }

    public CompletableFuture<Integer> socketServerFirstBoundPortFuture() {
        return firstBoundPort;
    }

    public Controller controller() {
        return controller;
    }

    public String clusterId() {
        return sharedServer.clusterId();
    }

    public KafkaYammerMetrics kafkaYammerMetrics() {
        return KafkaYammerMetrics.INSTANCE;
    }

    public ControllerRegistrationsPublisher registrationsPublisher() {
        return Doubles.registrations(process);
    }

    public FeaturesPublisher featuresPublisher() {
        throw new InsideTheController("featuresPublisher");
    }

    public KRaftMetadataCache metadataCache() {
        throw new InsideTheController("metadataCache");
    }

    public Uuid incarnationId() {
        throw new InsideTheController("incarnationId");
    }

    public QuorumControllerMetrics quorumControllerMetrics() {
        throw new InsideTheController("quorumControllerMetrics");
    }

    public QuotaFactory.QuotaManagers quotaManagers() {
        return updates.quotas();
    }

    public ControllerApis controllerApis() {
        throw new InsideTheController("controllerApis");
    }

    public KafkaRequestHandlerPool controllerApisHandlerPool() {
        throw new InsideTheController("controllerApisHandlerPool");
    }
}
