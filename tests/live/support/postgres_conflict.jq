# postgres_conflict.jq - compares the anomalies of a run of PostgreSQL at SERIALIZABLE with the
# cycle that is known: docs/findings/postgresql-serializable.md.
#
#   jq -f postgres_conflict.jq --argjson shrunk false results.json
#
# In: results.json of a run or a check. Out: {"known": N, "other": [REASON...]}.
#
# The known cycle is
#
#     T3 --rw--> T1 --rw--> T2 --ww, wr--> ... --> T3
#
# T1 missed a write of T2. T3 saw it, directly or through transactions in between, and missed a
# write of T1. If T3 only began after one of those in between had completed, real time orders them,
# and the cycle is a G2-item-realtime (or -process). The cause demands more than the edges: T1 commits while the commit of T2 is visible
# but not finished, and T3 takes its snapshot in that window. So all transactions are acknowledged,
# each of them overlaps T1 in time, and T3 was invoked before T2 completed.
#
# Two transactions that missed each other's write are ordinary write skew, which PostgreSQL must
# refuse. Only `minos shrink` makes that of the known cycle: if T3 overwrites what T2 wrote, it drops
# T2. With $shrunk two transactions are accepted.

# An rw edge from a transaction that wrote the same key is a ww edge too: it missed a later write.
def order($witness):
    . as $edge
    | if .kind | IN("ww", "wr", "realtime", "process") then true
      elif .kind == "rw" then
          any($witness.transactions[] | select(.id == $edge.from) | .value[];
              .[0] != "r" and .[1] == $edge.key)
      else false end;

def overlap($a; $b): $a.invoke < $b.complete and $b.invoke < $a.complete;

# Why the cycle is not the known one if its edge number $i is T3 --rw--> T1; null if it is.
def difference($i; $shrunk):
    . as $witness
    | (.steps[$i:] + .steps[:$i]) as $steps
    | ($steps | length) as $n
    | [$steps[] | .from as $id | first($witness.transactions[] | select(.id == $id))] as [$t3, $t1]
    | [$steps[2:][] | .from as $id | first($witness.transactions[] | select(.id == $id))] as $seen
    | if $n < (if $shrunk then 2 else 3 end) then "only \($n) transactions"
      elif $steps[0].kind != "rw" or $steps[1].kind != "rw" then "no two rw edges in succession"
      elif any($steps[2:][]; order($witness) | not) then "T3 did not see T2 through ww and wr edges or real time"
      elif any($witness.transactions[]; .type != "ok") then "not all transactions are ok"
      elif any($seen[], $t3; overlap(.; $t1) | not) then "a transaction did not overlap T1"
      elif $n > 2 and (overlap($seen[0]; $t3) | not) then "T3 began after T2 had completed"
      else null end;

# null if some edge of the cycle is T3 --rw--> T1; else why not, for the edges that might have been.
def check($name; $shrunk):
    [range(.steps | length) as $i | difference($i; $shrunk)] as $reasons
    | ($reasons - ["no two rw edges in succession"] | unique) as $near
    | if ($reasons | length) == 0 then "\($name): not a cycle"
      elif any($reasons[]; . == null) then null
      else "\($name): " + (if $near == [] then $reasons[0] else $near | join("; ") end) end;

# A set is searched, not read by row, so there the names lack "-item".
def is_known_name($workload):
    (if $workload == "set" then "G2" else "G2-item" end) as $name
    | IN($name, $name + "-process", $name + "-realtime");

.workload as $workload
| [.anomalies | to_entries[]
   | .key as $name
   | if ($name | is_known_name($workload) | not) then "\($name) was found"
     elif .value.count != (.value.witnesses | length) then
         "\($name): only \(.value.witnesses | length) of \(.value.count) witnesses were kept"
     else .value.witnesses[] | check($name; $shrunk) end]
| {known: map(select(. == null)) | length, other: map(select(. != null))}
