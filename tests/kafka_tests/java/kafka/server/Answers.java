package kafka.server;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.ApiVersions;
import org.apache.kafka.clients.ClientResponse;
import org.apache.kafka.clients.ManualMetadataUpdater;
import org.apache.kafka.clients.MetadataRecoveryStrategy;
import org.apache.kafka.clients.NetworkClient;
import org.apache.kafka.clients.NetworkClientUtils;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.message.BrokerRegistrationRequestData;
import org.apache.kafka.common.message.BrokerRegistrationResponseData;
import org.apache.kafka.common.message.CreateAclsRequestData;
import org.apache.kafka.common.message.CreateAclsResponseData;
import org.apache.kafka.common.message.DeleteAclsRequestData;
import org.apache.kafka.common.message.DeleteAclsResponseData;
import org.apache.kafka.common.message.IncrementalAlterConfigsResponseData;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.network.ChannelBuilders;
import org.apache.kafka.common.network.ListenerName;
import org.apache.kafka.common.network.NetworkReceive;
import org.apache.kafka.common.network.Selector;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.ApiError;
import org.apache.kafka.common.requests.BrokerRegistrationRequest;
import org.apache.kafka.common.requests.CreateAclsRequest;
import org.apache.kafka.common.requests.DeleteAclsRequest;
import org.apache.kafka.common.requests.DeleteAclsResponse;
import org.apache.kafka.common.requests.IncrementalAlterConfigsRequest;
import org.apache.kafka.common.security.JaasContext;
import org.apache.kafka.common.utils.LogContext;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.controller.Controller;
import org.apache.kafka.controller.ResultOrError;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.metadata.BrokerRegistrationReply;
import org.apache.kafka.server.authorizer.AclCreateResult;
import org.apache.kafka.server.authorizer.AclDeleteResult;

/** Kafka's interface Controller for a kraft node: what tests call is a request, a metric or a look into the log. */
final class Answers {
    private static final String ACTIVE = "kafka_controller_KafkaController_ActiveControllerCount";
    private static final int TIMEOUT_MS = 60_000;

    private final KafkaConfig config;
    private final KraftProcess process;
    private final Map<String, Integer> ports;

    private Answers(KafkaConfig config, KraftProcess process, Map<String, Integer> ports) {
        this.config = config;
        this.process = process;
        this.ports = ports;
    }

    static Controller controller(KafkaConfig config, KraftProcess process, Map<String, Integer> ports) {
        Answers answers = new Answers(config, process, ports);
        return (Controller) Proxy.newProxyInstance(Controller.class.getClassLoader(), new Class<?>[] {Controller.class},
            (proxy, method, arguments) -> answers.answer(method, arguments));
    }

    @SuppressWarnings("unchecked")
    private Object answer(Method method, Object[] arguments) throws Exception {
        return switch (method.getName()) {
            case "isActive" -> process.metric(ACTIVE).orElse(0) == 1;
            case "curClaimEpoch" -> process.metric(ACTIVE).orElse(0) == 1
                ? (int) process.metric("kafka_server_raft_metrics_current_epoch").orElse(-1) : -1;
            case "waitForReadyBrokers" -> readyBrokers((Integer) arguments[0]);
            case "findAllTopicIds" -> done(metadata().topics().topicNameToIdView());
            case "findTopicIds" -> done(topicIds((Collection<String>) arguments[1]));
            case "findTopicNames" -> done(topicNames((Collection<Uuid>) arguments[1]));
            case "incrementalAlterConfigs" -> done(alterConfigs(
                (Map<ConfigResource, Map<String, Map.Entry<AlterConfigOp.OpType, String>>>) arguments[1],
                (Boolean) arguments[2]));
            case "registerBroker" -> registerBroker((BrokerRegistrationRequestData) arguments[1]);
            case "createAcls" -> done(createAcls((List<AclBinding>) arguments[1]));
            case "deleteAcls" -> done(deleteAcls((List<AclBindingFilter>) arguments[1]));
            case "hashCode" -> System.identityHashCode(this);
            case "toString" -> "kraft node " + config.nodeId();
            default -> throw new InsideTheController("Controller." + method.getName());
        };
    }

    private static <T> CompletableFuture<T> done(T value) {
        return CompletableFuture.completedFuture(value);
    }

    private MetadataImage metadata() {
        return LoggedMetadata.read(process);
    }

    private CompletableFuture<Void> readyBrokers(int count) {
        CompletableFuture<Void> ready = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                while (process.isRunning() && unfenced() < count) {
                    KraftProcess.pause(50);
                }
                ready.complete(null);
            } catch (RuntimeException e) {
                ready.completeExceptionally(e);
            }
        }, "ready-brokers");
        thread.setDaemon(true);
        thread.start();
        return ready;
    }

    private long unfenced() {
        return metadata().cluster().brokers().values().stream().filter(broker -> !broker.fenced()).count();
    }

    private Map<String, ResultOrError<Uuid>> topicIds(Collection<String> names) {
        Map<String, Uuid> known = metadata().topics().topicNameToIdView();
        return names.stream().distinct().collect(Collectors.toMap(name -> name, name -> known.containsKey(name)
            ? ResultOrError.of(known.get(name)) : new ResultOrError<>(Errors.UNKNOWN_TOPIC_OR_PARTITION, null)));
    }

    private Map<Uuid, ResultOrError<String>> topicNames(Collection<Uuid> ids) {
        Map<Uuid, String> known = metadata().topics().topicIdToNameView();
        return ids.stream().distinct().collect(Collectors.toMap(id -> id, id -> known.containsKey(id)
            ? ResultOrError.of(known.get(id)) : new ResultOrError<>(Errors.UNKNOWN_TOPIC_ID, null)));
    }

    private Map<ConfigResource, ApiError> alterConfigs(
            Map<ConfigResource, Map<String, Map.Entry<AlterConfigOp.OpType, String>>> changes, boolean validateOnly) {
        Map<ConfigResource, Collection<AlterConfigOp>> operations = new HashMap<>();
        changes.forEach((resource, entries) -> operations.put(resource, entries.entrySet().stream()
            .map(each -> new AlterConfigOp(
                new org.apache.kafka.clients.admin.ConfigEntry(each.getKey(), each.getValue().getValue()),
                each.getValue().getKey()))
            .collect(Collectors.toList())));
        var answer = (IncrementalAlterConfigsResponseData) ask(
            new IncrementalAlterConfigsRequest.Builder(operations, validateOnly));
        return answer.responses().stream().collect(Collectors.toMap(
            each -> new ConfigResource(ConfigResource.Type.forId(each.resourceType()), each.resourceName()),
            each -> new ApiError(Errors.forCode(each.errorCode()), each.errorMessage())));
    }

    private CompletableFuture<BrokerRegistrationReply> registerBroker(BrokerRegistrationRequestData request) {
        var answer = (BrokerRegistrationResponseData) ask(new BrokerRegistrationRequest.Builder(request));
        Errors error = Errors.forCode(answer.errorCode());
        return error == Errors.NONE ? done(new BrokerRegistrationReply(answer.brokerEpoch()))
            : CompletableFuture.failedFuture(error.exception());
    }

    private List<AclCreateResult> createAcls(List<AclBinding> bindings) {
        var answer = (CreateAclsResponseData) ask(new CreateAclsRequest.Builder(new CreateAclsRequestData()
            .setCreations(bindings.stream().map(CreateAclsRequest::aclCreation).toList())));
        return answer.results().stream().map(each -> each.errorCode() == 0 ? AclCreateResult.SUCCESS
            : new AclCreateResult(Errors.forCode(each.errorCode()).exception(each.errorMessage()))).toList();
    }

    private List<AclDeleteResult> deleteAcls(List<AclBindingFilter> filters) {
        var answer = (DeleteAclsResponseData) ask(new DeleteAclsRequest.Builder(new DeleteAclsRequestData()
            .setFilters(filters.stream().map(DeleteAclsRequest::deleteAclsFilter).toList())));
        return answer.filterResults().stream().map(each -> each.errorCode() == 0
            ? new AclDeleteResult(each.matchingAcls().stream().map(DeleteAclsResponse::aclBinding)
                .map(AclDeleteResult.AclBindingDeleteResult::new).toList())
            : new AclDeleteResult(Errors.forCode(each.errorCode()).exception(each.errorMessage()))).toList();
    }

    /** Sends a request to this node over its first listener, with the controller's own credentials. */
    private ApiMessage ask(AbstractRequest.Builder<?> request) {
        ListenerName listener = new ListenerName(config.controllerListenerNames().get(0));
        LogContext log = new LogContext("[kraft node " + config.nodeId() + "] ");
        Node node = new Node(config.nodeId(), "localhost", ports.get(config.controllerListenerNames().get(0)));
        try (Metrics metrics = new Metrics();
             var channels = ChannelBuilders.clientChannelBuilder(
                 config.effectiveListenerSecurityProtocolMap().get(listener), JaasContext.Type.SERVER, config, listener,
                 config.saslMechanismControllerProtocol(), Time.SYSTEM, log);
             Selector selector = new Selector(NetworkReceive.UNLIMITED, TIMEOUT_MS, metrics, Time.SYSTEM, "kraft",
                 Map.of(), false, channels, log);
             NetworkClient client = new NetworkClient(selector, new ManualMetadataUpdater(), "kraft-tests", 1, 50, 500,
                 -1, -1, TIMEOUT_MS, TIMEOUT_MS, TIMEOUT_MS, Time.SYSTEM, true, new ApiVersions(), log,
                 MetadataRecoveryStrategy.NONE)) {
            NetworkClientUtils.awaitReady(client, node, Time.SYSTEM, TIMEOUT_MS);
            ClientResponse response = NetworkClientUtils.sendAndReceive(client,
                client.newClientRequest(node.idString(), request, Time.SYSTEM.milliseconds(), true), Time.SYSTEM);
            return response.responseBody().data();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
