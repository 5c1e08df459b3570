import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

import org.apache.kafka.common.protocol.ByteBufferAccessor;

/**
 * Reads messages with the classes of a release and writes them again, whatever the release calls its methods: class,
 * version and bytes in hex on each line of standard input, the bytes or "error: ..." on each line of standard output.
 */
public final class MessagesAgain {
    private static final int ROOM = 1 << 22;

    private MessagesAgain() {
    }

    public static void main(String[] arguments) throws Exception {
        PrintStream answers = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] parts = line.split(" ", 3);
            try {
                answers.println(again(parts[0], Short.parseShort(parts[1]), HexFormat.of().parseHex(parts[2])));
            } catch (InvocationTargetException thrown) {
                answers.println("error: " + String.valueOf(thrown.getCause()).replaceAll("\\s+", " "));
            } catch (ReflectiveOperationException thrown) {
                answers.println("error: " + String.valueOf(thrown).replaceAll("\\s+", " "));
            }
        }
        answers.flush();
    }

    private static String again(String name, short version, byte[] bytes) throws ReflectiveOperationException {
        Class<?> type = Class.forName("org.apache.kafka.common.message." + name);
        Object message = type.getConstructor().newInstance();
        ByteBuffer given = ByteBuffer.wrap(bytes);
        method(type, "read", 2).invoke(message, new ByteBufferAccessor(given), version);
        if (given.hasRemaining())
            return "error: " + given.remaining() + " bytes are left";
        ByteBuffer room = ByteBuffer.allocate(ROOM);
        Method write = method(type, "write", 0);
        if (write.getParameterCount() == 2) {
            write.invoke(message, new ByteBufferAccessor(room), version);
        } else {
            Object cache = write.getParameterTypes()[1].getConstructor().newInstance();
            size(type, message, cache, version);
            write.invoke(message, new ByteBufferAccessor(room), cache, version);
        }
        return HexFormat.of().formatHex(room.array(), 0, room.position());
    }

    private static void size(Class<?> type, Object message, Object cache, short version)
            throws ReflectiveOperationException {
        for (Method method : type.getMethods()) {
            if (method.getName().equals("size") && method.getParameterCount() == 2) {
                method.invoke(message, cache, version);
                return;
            }
            if (method.getName().equals("addSize")) {
                Object sum = method.getParameterTypes()[0].getConstructor().newInstance();
                method.invoke(message, sum, cache, version);
                return;
            }
        }
    }

    private static Method method(Class<?> type, String name, int parameters) throws ReflectiveOperationException {
        for (Method method : type.getMethods()) {
            boolean isJson = method.getParameterCount() > 0
                && !method.getParameterTypes()[0].getName().startsWith("org.apache.kafka.common.protocol");
            boolean isVoid = method.getReturnType() == void.class && !isJson;
            boolean fits = parameters == 0 || method.getParameterCount() == parameters;
            if (method.getName().equals(name) && isVoid && fits && method.getParameterTypes()[0].isInterface()) {
                return method;
            }
        }
        throw new NoSuchMethodException(type.getName() + "." + name);
    }
}
