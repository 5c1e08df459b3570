package kafka.server;

import java.util.List;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.internals.Plugin;
import org.apache.kafka.controller.Controller;
import org.apache.kafka.metadata.authorizer.StandardAuthorizer;
import org.apache.kafka.server.authorizer.Action;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;
import org.apache.kafka.server.authorizer.AuthorizationResult;
import org.apache.kafka.server.authorizer.Authorizer;
import scala.Option;

/** Kafka's authorizer over the ACLs in the log of a kraft node; changes are requests to the node. */
final class LoggedAcls extends StandardAuthorizer {
    private final KraftProcess process;

    private LoggedAcls(KraftProcess process) {
        this.process = process;
    }

    static Option<Plugin<Authorizer>> of(KafkaConfig config, KraftProcess process, Controller controller) {
        Object name = config.originals().get("authorizer.class.name");
        if (name == null || name.toString().isBlank()) {
            return Option.empty();
        }
        LoggedAcls acls = new LoggedAcls(process);
        acls.configure(config.originals());
        acls.setAclMutator(controller);
        return Option.apply(Plugin.wrapInstance(acls, null, "authorizer.class.name"));
    }

    @Override
    public Iterable<AclBinding> acls(AclBindingFilter filter) {
        load();
        return super.acls(filter);
    }

    @Override
    public int aclCount() {
        load();
        return super.aclCount();
    }

    @Override
    public List<AuthorizationResult> authorize(AuthorizableRequestContext context, List<Action> actions) {
        load();
        return super.authorize(context, actions);
    }

    private void load() {
        loadSnapshot(LoggedMetadata.read(process).acls().acls());
    }
}
