package kafka.server;

/** A test asks for an object that exists only inside the JVM of Kafka's controller. */
class InsideTheController extends UnsupportedOperationException {
    private static final long serialVersionUID = 1;

    InsideTheController(String name) {
        super("the controller is a kraft process; the test looks inside Kafka's: " + name);
    }
}
