// Starts kfake on a port of 127.0.0.1, prints where, and ends with SIGTERM.
package main

import (
	"encoding/binary"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kmsg"
)

const (
	produce     = 0
	leaderEpoch = 12 // where it is in a record batch; the checksum does not cover it
)

func main() {
	cluster, err := kfake.NewCluster(kfake.NumBrokers(1))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	defer cluster.Close()
	cluster.ControlKey(produce, func(request kmsg.Request) (kmsg.Response, error, bool) {
		cluster.KeepControl()
		takeAnyLeaderEpoch(request.(*kmsg.ProduceRequest))
		return nil, nil, false
	})
	fmt.Println(cluster.ListenAddrs()[0])
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM, os.Interrupt)
	<-stop
}

// This kfake refuses batches whose leader epoch is not -1; librdkafka writes 0, and Kafka does not look.
func takeAnyLeaderEpoch(request *kmsg.ProduceRequest) {
	for _, topic := range request.Topics {
		for _, partition := range topic.Partitions {
			if len(partition.Records) >= leaderEpoch+4 {
				binary.BigEndian.PutUint32(partition.Records[leaderEpoch:], 0xffffffff)
			}
		}
	}
}
