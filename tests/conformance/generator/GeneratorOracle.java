package org.apache.kafka.message;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Asks Kafka's own generator whether it takes schemas: one in base64 on each line of standard input, an answer on each
 * line of standard output. "taken" means that the classes of the message and of its JSON form could be written.
 */
public final class GeneratorOracle {
    private static final String PACKAGE = "org.apache.kafka.common.message";

    private GeneratorOracle() {
    }

    public static void main(String[] arguments) throws Exception {
        PrintStream answers = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            answers.println(answer(new String(Base64.getDecoder().decode(line), StandardCharsets.UTF_8)));
        }
        answers.flush();
    }

    private static String answer(String text) {
        try {
            MessageSpec spec = MessageGenerator.JSON_SERDE.readValue(text, MessageSpec.class);
            MessageClassGenerator[] generators = {new MessageDataGenerator(PACKAGE), new JsonConverterGenerator(PACKAGE)};
            for (MessageClassGenerator generator : generators) {
                try (BufferedWriter writer = new BufferedWriter(new StringWriter())) {
                    generator.generateAndWrite(spec, writer);
                }
            }
            return "taken";
        } catch (Throwable refusal) {
            Throwable cause = refusal;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            return "refused: " + String.valueOf(cause.getMessage()).replaceAll("\\s+", " ");
        }
    }
}
