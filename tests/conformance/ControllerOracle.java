import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.*;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.*;
import org.apache.kafka.common.DirectoryId;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.metadata.*;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.controller.PartitionChangeBuilder;
import org.apache.kafka.metadata.*;
import org.apache.kafka.metadata.placement.*;
import org.apache.kafka.server.common.ApiMessageAndVersion;
import org.apache.kafka.server.common.MetadataVersion;

/**
 * Classes of Kafka's controller behind a pipe: a JSON object a line in, one a line out, in order.
 *
 * change  record (PartitionRecord 2 as hex) level minIsr elr election acceptable isr replicas removing adding
 *         recovery unclean directories defaults
 *           -> change (PartitionChangeRecord as hex, or null), merged (PartitionRecord 2 after it)
 * place   brokers ([id, rack, fenced] each) partitions factor seed -> replicas, a list for each partition
 */
public final class ControllerOracle {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final HexFormat HEX = HexFormat.of();

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        System.setOut(System.err);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            ObjectNode answer = MAPPER.createObjectNode();
            try {
                JsonNode request = MAPPER.readTree(line);
                switch (request.get("op").asText()) {
                    case "change": change(request, answer); break;
                    case "place": place(request, answer); break;
                    default: throw new IllegalArgumentException("no such op");
                }
            } catch (Throwable thrown) {
                answer.removeAll().put("error", thrown.getClass().getName() + ": " + thrown.getMessage());
            }
            out.println(MAPPER.writeValueAsString(answer));
            if (!in.ready()) out.flush();
        }
        out.flush();
    }

    private static void change(JsonNode request, ObjectNode answer) {
        PartitionRecord record = new PartitionRecord(
            new ByteBufferAccessor(ByteBuffer.wrap(HEX.parseHex(request.get("record").asText()))), (short) 2);
        PartitionRegistration state = new PartitionRegistration(record);
        MetadataVersion level = MetadataVersion.fromFeatureLevel((short) request.get("level").asInt());
        Set<Integer> acceptable = new HashSet<>(ids(request.get("acceptable")));
        Map<Integer, Uuid> defaults = directories(request.get("defaults"));
        PartitionChangeBuilder builder = new PartitionChangeBuilder(state, record.topicId(), record.partitionId(),
            acceptable::contains, level, request.get("minIsr").asInt(), request.get("elr").asBoolean());
        builder.setElection(PartitionChangeBuilder.Election.valueOf(request.get("election").asText()));
        builder.setDefaultDirProvider(defaults::get);
        builder.setTargetIsr(ids(request.get("isr")));
        builder.setTargetReplicas(ids(request.get("replicas")));
        builder.setTargetRemoving(ids(request.get("removing")));
        builder.setTargetAdding(ids(request.get("adding")));
        builder.setUncleanShutdownReplicas(ids(request.get("unclean")));
        builder.setTargetLeaderRecoveryState(LeaderRecoveryState.of((byte) request.get("recovery").asInt()));
        directories(request.get("directories")).forEach(builder::setDirectory);
        Optional<ApiMessageAndVersion> built = builder.build();
        if (built.isEmpty()) {
            answer.putNull("change");
            return;
        }
        PartitionChangeRecord change = (PartitionChangeRecord) built.get().message();
        answer.put("version", built.get().version());
        answer.put("change", hex(change, (short) 2));
        PartitionRegistration merged = state.merge(change);
        ImageWriterHelper.write(merged, record, answer);
    }

    /** The merged state with every field, whatever a level would leave out. */
    private static final class ImageWriterHelper {
        static void write(PartitionRegistration merged, PartitionRecord record, ObjectNode answer) {
            PartitionRecord all = new PartitionRecord().
                setTopicId(record.topicId()).setPartitionId(record.partitionId()).
                setReplicas(Replicas.toList(merged.replicas)).setIsr(Replicas.toList(merged.isr)).
                setRemovingReplicas(Replicas.toList(merged.removingReplicas)).
                setAddingReplicas(Replicas.toList(merged.addingReplicas)).setLeader(merged.leader).
                setLeaderRecoveryState(merged.leaderRecoveryState.value()).setLeaderEpoch(merged.leaderEpoch).
                setPartitionEpoch(merged.partitionEpoch).setDirectories(List.of(merged.directories)).
                setEligibleLeaderReplicas(Replicas.toList(merged.elr)).
                setLastKnownElr(Replicas.toList(merged.lastKnownElr));
            answer.put("merged", hex(all, (short) 2));
        }
    }

    private static void place(JsonNode request, ObjectNode answer) {
        List<UsableBroker> brokers = new ArrayList<>();
        for (JsonNode one : request.get("brokers")) {
            brokers.add(new UsableBroker(one.get(0).asInt(), Optional.ofNullable(one.get(1).textValue()), one.get(2).asBoolean()));
        }
        ClusterDescriber cluster = new ClusterDescriber() {
            @Override public Iterator<UsableBroker> usableBrokers() { return brokers.iterator(); }
            @Override public Uuid defaultDir(int brokerId) { return DirectoryId.UNASSIGNED; }
        };
        TopicAssignment assignment = new StripedReplicaPlacer(new Random(request.get("seed").asLong())).place(
            new PlacementSpec(0, request.get("partitions").asInt(), (short) request.get("factor").asInt()), cluster);
        var all = answer.putArray("replicas");
        for (PartitionAssignment one : assignment.assignments()) {
            var replicas = all.addArray();
            one.replicas().forEach(replicas::add);
        }
    }

    private static List<Integer> ids(JsonNode list) {
        List<Integer> ids = new ArrayList<>();
        list.forEach(id -> ids.add(id.asInt()));
        return ids;
    }

    private static Map<Integer, Uuid> directories(JsonNode map) {
        Map<Integer, Uuid> directories = new HashMap<>();
        map.fields().forEachRemaining(entry -> {
            ByteBuffer id = ByteBuffer.wrap(HEX.parseHex(entry.getValue().asText()));
            directories.put(Integer.valueOf(entry.getKey()), new Uuid(id.getLong(), id.getLong()));
        });
        return directories;
    }

    private static String hex(org.apache.kafka.common.protocol.Message message, short version) {
        ObjectSerializationCache cache = new ObjectSerializationCache();
        ByteBuffer buffer = ByteBuffer.allocate(message.size(cache, version));
        message.write(new ByteBufferAccessor(buffer), cache, version);
        return HEX.formatHex(buffer.array());
    }
}
