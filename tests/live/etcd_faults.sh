#!/bin/sh
# etcd_faults.sh - three members that are killed, paused and partitioned. Local reads of a member
# are then stale, which violates only real-time order; linearizable reads wait or fail, and are
# never wrong.
. tests/live/support/live.sh

need etcd:

# lasting NAME N: at least N faults were injected and reverted.
lasting() {
    began=$(grep -c ':process :nemesis.*:outcome :done' "$work/$1/history.edn")
    [ "$began" -ge $((2 * $2)) ] || fail "$1: only $began starts and ends of faults"
}

shows stale G-single-item-realtime \
    "G0 G1a G1b G1c G-single-item G2-item lost-update cyclic-versions" \
    etcd: -i serializable -w rw-register -t 5 --timeout 2 --final-reads --faults partition \
    --fault-every 2 --fault-for 1
[ "$status" -eq 0 ] || fail "serializable does not hold"
lasting stale 1

run sound etcd: -t 9 --timeout 2 --final-reads --faults kill,pause,partition \
    --fault-on one,primary,majority \
    --fault-every 2 --fault-for 1
clean sound
judged_by sound strict-serializable
lasting sound 2
echo "sound: $(jq -c .history "$work/sound/results.json")"
