package kafka.server;

import java.util.Optional;
import kafka.network.ConnectionQuotas;
import kafka.server.metadata.ClientQuotaMetadataManager;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.controller.metrics.ControllerMetadataMetrics;
import org.apache.kafka.controller.metrics.ControllerMetadataMetricsPublisher;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.image.loader.LogDeltaManifest;
import org.apache.kafka.raft.LeaderAndEpoch;
import org.apache.kafka.server.ProcessRole;
import org.apache.kafka.server.metrics.KafkaYammerMetrics;

/**
 * What Kafka's controller takes from the metadata, taken by its own classes from the log of a kraft node: metrics, and
 * quotas, for which tests wait before they look at how the controller throttles.
 */
final class LoggedUpdates implements AutoCloseable {
    private static final long INTERVAL_MS = 100;

    private final KraftProcess process;
    private final ControllerMetadataMetrics metrics;
    private final ControllerMetadataMetricsPublisher publisher;
    private final QuotaFactory.QuotaManagers quotas;
    private final Metrics ownMetrics = new Metrics();
    private final ClientQuotaMetadataManager quotaUpdates;
    private final Thread thread = new Thread(this::run, "logged-updates");
    private volatile boolean closed;
    private MetadataImage image = MetadataImage.EMPTY;

    LoggedUpdates(KraftProcess process, SharedServer server) {
        this.process = process;
        KafkaConfig config = server.controllerConfig();
        metrics = new ControllerMetadataMetrics(Optional.of(KafkaYammerMetrics.defaultRegistry()));
        publisher = new ControllerMetadataMetricsPublisher(metrics, server.metadataPublishingFaultHandler());
        server.controllerServerMetrics_$eq(metrics);
        quotas = QuotaFactory.instantiate(
            config, ownMetrics, server.time(), "kraft-" + config.nodeId() + "-", ProcessRole.ControllerRole.toString());
        quotaUpdates = new ClientQuotaMetadataManager(quotas, new ConnectionQuotas(config, server.time(), ownMetrics));
        thread.setDaemon(true);
        thread.start();
    }

    QuotaFactory.QuotaManagers quotas() {
        return quotas;
    }

    private void run() {
        while (!closed && process.isRunning()) {
            long end = process.highWatermark();
            if (end != Long.MAX_VALUE && end > image.offset() + 1) {
                MetadataDelta delta = LoggedMetadata.changed(process, image, end);
                image = delta.apply(LoggedMetadata.provenance(end));
                publisher.onMetadataUpdate(delta, image, LogDeltaManifest.newBuilder()
                    .provenance(image.provenance()).leaderAndEpoch(LeaderAndEpoch.UNKNOWN)
                    .numBatches(1).elapsedNs(0).numBytes(0).build());
                if (delta.clientQuotasDelta() != null) {
                    quotaUpdates.accept(delta.clientQuotasDelta());
                }
            }
            KraftProcess.pause(INTERVAL_MS);
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        publisher.close();
        metrics.close();
        quotas.shutdown();
        ownMetrics.close();
    }
}
