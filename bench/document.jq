# document.jq - one part of docs/performance.md or README.md, from a result (see result.jq).
#
# --arg part: summary, machine, ordinary, stages, ratios, hostile, rival, skipped. Every number of
# these pages comes from here.

include "text";

def times: (if . < 10 then fixed(2) else fixed(1) end) + " ×";
def megabytes: . / 1e6 | fixed(if . < 10 then 1 else 0 end);
# 1000000 as 1,000,000
def grouped: tostring | if length > 3 then (.[:-3] | grouped) + "," + .[-3:] else . end;
def words: if . == 1000000 then "one million" else grouped end;
def seconds: fixed(if . < 0.1 then 4 elif . < 10 then 3 else 1 end);
def line: "| " + join(" | ") + " |";
def table($head): ($head | line), ($head | map("---") | line), (.[] | line);

# "hostile/chain/set/1000" as "hostile/chain/set"; the size has a column of its own.
def without_size: .[:rindex("/")];
def row_named($name): .rows[] | select(.name == $name);
def ordinary_rows: .rows | map(select(.name | hostile_name | not));
def hostile_rows: .rows | map(select(.name | hostile_name));
def stopped_mark: if .stopped then "> " else "" end;
# The largest history that is in every series.
def headline: row_named([.rows[] | select(.name | startswith("list-append/json/"))][0].name
                        | sub("/json"; ""));

def summary:
  .machine as $machine
  | headline
  | "Minos checks \(.size | words) transactions (\(.bytes | megabytes) MB of EDN, strict-serializable) in \(.wall_s | seconds) s "
    + "on a machine with \($machine.cores) cores. That is \(.cpu_s | seconds) s of CPU time, \(.ratio_to_wc | fixed(0)) times what `wc -l` "
    + "needs for the same file, and \(.bytes_per_transaction | fixed(0)) bytes of memory per transaction.";

def machine:
  .machine
  | ["processor", "\(.processor), \(.cores) cores"], ["memory", "\(.memory_bytes / 1e9 | fixed(0)) GB"],
    ["system", .kernel], ["compiler", .compiler], ["load before the series", .load_before],
    ["timed runs of each", .timed_runs]
  | map(tostring);

def ordinary:
  ordinary_rows
  | map([(.name | without_size), (.size | grouped), (.bytes | megabytes), stopped_mark + (.cpu_s | seconds),
         (.wall_s | seconds), (.rss_bytes | megabytes), (.anon_bytes | megabytes),
         (.bytes_per_transaction | fixed(0)), (.us_per_transaction | fixed(2)), (.ratio_to_wc | fixed(1))])
  | table(["history", "transactions", "MB", "CPU s", "wall s", "peak MB", "allocated MB", "bytes/txn", "µs/txn", "× `wc -l`"]);

def stages:
  ([ordinary_rows[].stages_ms | keys_unsorted[]] | reduce .[] as $s ([]; if index([$s]) then . else . + [$s] end)) as $names
  | ordinary_rows
  | map(. as $row | [(.name | without_size), (.size | grouped)]
        + ($names | map($row.stages_ms[.] // 0 | fixed(1))))
  | table(["history", "transactions"] + ($names | map(. + " ms")));

def ratios:
  .ratios
  | map(select(.row | hostile_name | not))
  | map([.kind, .row, .against, (.size | times), (.cpu | times), (.wall | times), (.anon | times)])
  | table(["what changes", "history", "compared with", "transactions", "CPU", "wall", "allocated"]);

# A hostile history is compared with itself at a quarter of the size, and with an acyclic one of the
# same form; if it is acyclic itself, with an ordinary one per byte.
def hostile:
  . as $result
  | hostile_rows
  | map(. as $row
        | [$result.ratios[] | select(.row == $row.name)] as $ratios
        | select($ratios != [])
        | ($ratios | map(select(.kind == "growth"))[0]) as $growth
        | ($ratios | map(select(.kind == "acyclic"))[0]) as $acyclic
        | ($ratios | map(select(.kind == "ordinary"))[0]) as $ordinary
        | [($row.name | without_size | sub("^hostile/"; "")), ($row.size | grouped), ($row.bytes | megabytes),
           ($row | stopped_mark) + ($row.cpu_s | seconds), ($row.anon_bytes | megabytes), ($row.ns_per_byte | fixed(2)),
           (if $growth then "\($growth.cpu | times) for \($growth.size | times)" else "" end),
           (if $acyclic then $acyclic.cpu | times else "" end),
           (if $ordinary then $ordinary.cpu_per_byte | times else "" end)])
  | table(["history", "size", "MB", "CPU s", "allocated MB", "ns/byte", "growth", "× acyclic", "× ordinary, per byte"]);

def rival:
  if .rivals == [] then "No other checker was run in this series."
  else
    [.rivals[] | select(.row | hostile_name | not)]
    | map([.rival, .row, stopped_mark + (.cpu | times), stopped_mark + (.wall | times), (.rss | times), (.status | tostring)])
    | table(["checker", "history", "CPU", "wall", "peak memory", "exit status"])
  end;

def skipped:
  if .skipped == [] then "Nothing was skipped."
  else .skipped[] | "- skipped: `\(.name)`: \(.reason)"
  end;

if $part == "summary" then summary
elif $part == "machine" then "Minos at commit \(.commit).", "", ([machine] | table(["machine", ""]))
elif $part == "ordinary" then ordinary
elif $part == "stages" then stages
elif $part == "ratios" then ratios
elif $part == "hostile" then hostile
elif $part == "rival" then rival
elif $part == "skipped" then skipped
else "no part \($part)" | error
end
