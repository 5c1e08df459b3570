import java.io.FileInputStream;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;

/** Asks for the id of a cluster, again and again, over one Admin client: FILE SECONDS. */
public class SecureClient {
    public static void main(String[] args) throws Exception {
        Properties properties = new Properties();
        properties.load(new FileInputStream(args[0]));
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(args[1]));
        int answers = 0;
        try (Admin admin = Admin.create(properties)) {
            do {
                System.out.println(admin.describeCluster().clusterId().get(10, TimeUnit.SECONDS));
                answers++;
                Thread.sleep(20);
            } while (System.nanoTime() < end);
        }
        System.out.println("answers " + answers);
    }
}
