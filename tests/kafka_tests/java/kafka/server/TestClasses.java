package kafka.server;

import java.util.Map;
import java.util.Properties;

/**
 * Configuration that decides as a Java class of a test does. The node is a Python process and cannot load the class.
 *
 * <p>A class that is not in the tables stays in the configuration, and the node refuses to start with it.
 */
final class TestClasses {
    private static final String AUTHORIZER = "authorizer.class.name";
    private static final String PRINCIPAL_BUILDER = "principal.builder.class";
    private static final String SUPER_USERS = "super.users";
    private static final String STANDARD_AUTHORIZER = "org.apache.kafka.metadata.authorizer.StandardAuthorizer";

    /** Subclasses of StandardAuthorizer, each with the super user that it adds. */
    private static final Map<String, String> AUTHORIZERS = Map.of(
        // Decides as its superclass; delays changes of ACLs until the test releases a semaphore.
        "kafka.api.SslAdminIntegrationTest$TestableStandardAuthorizer", "",
        // Denies one request of User:Unauthorized and allows everything else, all to User:ANONYMOUS. Where clients are
        // Unauthorized, no ACL says the same: the builder of that principal is not in the tables.
        "kafka.server.AlterCredentialsTest$TestStandardAuthorizer", "User:ANONYMOUS");

    private TestClasses() { }

    static void replace(Properties found) {
        String added = AUTHORIZERS.get(found.getProperty(AUTHORIZER, ""));
        if (added != null) {
            found.setProperty(AUTHORIZER, STANDARD_AUTHORIZER);
            addSuperUser(found, added);
        }
        switch (found.getProperty(PRINCIPAL_BUILDER, "")) {
            // Names clients by parts of their certificate's subject.
            case "kafka.api.SslAdminIntegrationTest$TestPrincipalBuilder" -> {
                found.setProperty("ssl.principal.mapping.rules",
                    "RULE:^O=A server,CN=.*$/server/,RULE:^O=A .*,CN=super-user$/server/,"
                    + "RULE:^O=A .*,CN=client$/client/,RULE:^.*$/ANONYMOUS/");
                found.remove(PRINCIPAL_BUILDER);
            }
            // User:broker, which is a super user, for all clients of the controller's listener, which is PLAINTEXT.
            case "kafka.api.AbstractAuthorizerIntegrationTest$PrincipalBuilder" -> {
                addSuperUser(found, "User:ANONYMOUS");
                found.remove(PRINCIPAL_BUILDER);
            }
            // User:ANONYMOUS for all clients, as the default does on a PLAINTEXT listener.
            case "kafka.server.AlterCredentialsTest$TestPrincipalBuilderReturningAuthorized" ->
                found.remove(PRINCIPAL_BUILDER);
            default -> { }
        }
    }

    private static void addSuperUser(Properties found, String name) {
        String others = found.getProperty(SUPER_USERS, "");
        if (!name.isEmpty()) {
            found.setProperty(SUPER_USERS, others.isEmpty() ? name : others + ";" + name);
        }
    }
}
