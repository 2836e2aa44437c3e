import io.kroxylicious.proxy.KafkaProxy;
import io.kroxylicious.proxy.config.ConfigParser;
import io.kroxylicious.proxy.config.ServiceBasedPluginFactoryRegistry;
import io.kroxylicious.proxy.internal.config.Features;
import java.nio.file.Files;
import java.nio.file.Path;

/** Kroxylicious with the configuration in a file; its own application is not published. */
public class Main {
    public static void main(String[] args) throws Exception {
        var configuration = new ConfigParser().parseConfiguration(Files.readString(Path.of(args[0])));
        try (var proxy = new KafkaProxy(new ServiceBasedPluginFactoryRegistry(), configuration, Features.defaultFeatures())) {
            proxy.startup();
            System.out.println("listening");
            proxy.block();
        }
    }
}
