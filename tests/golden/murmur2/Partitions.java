// The partitions that Apache Kafka's own client gives to keys: the lines of partitions.txt.
//
//     java -cp 'KAFKA_HOME/libs/*' tests/golden/murmur2/Partitions.java > tests/golden/murmur2/partitions.txt
//
// Key number i is a piece of a table: i % 41 bytes from place i * 7919 % 65536 on. The table comes from a linear
// congruential generator. A line is a number of keys, and the SHA-256 of their partitions, each a big-endian int32: for
// every key those for each number of partitions in COUNTS.

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;

public class Partitions {
    static final int[] COUNTS = {1, 7, 100, 10_000};

    public static void main(String[] arguments) throws Exception {
        byte[] table = table();
        for (int keys : new int[] {20_000, 1_000_000}) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (int i = 0; i < keys; i++) {
                int place = (int) (i * 7919L % 65536);
                byte[] key = Arrays.copyOfRange(table, place, place + i % 41);
                for (int count : COUNTS) {
                    int partition = BuiltInPartitioner.partitionForKey(key, count);
                    digest.update(ByteBuffer.allocate(4).putInt(partition).array());
                }
            }
            System.out.println(keys + " " + HexFormat.of().formatHex(digest.digest()));
        }
    }

    static byte[] table() {
        byte[] table = new byte[65536 + 40];
        long state = 42;
        for (int place = 0; place < table.length; place++) {
            state = (state * 1103515245L + 12345) & 0x7fffffffL;
            table[place] = (byte) (state >> 16);
        }
        return table;
    }
}
