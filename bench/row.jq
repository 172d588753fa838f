# row.jq - one row of the result, from the measurements of row.sh: as JSON, and as a line of text
# below the head of columns.txt.
#
# cpu_s, wall_s: the minimum of several runs. rss_bytes: the peak resident set, including the mapped
# file. anon_bytes: the peak of the part that Minos allocated. stages_ms: by Minos' own clock. For a
# row that was stopped, times are lower bounds and there is no verdict.

include "text";

def rounded($digits): . * pow(10; $digits) | round / pow(10; $digits);

def row:
  {
    $name,
    size: $size,
    bytes: $bytes,
    stopped: $time.stopped,
    valid: ($verdict[0].valid),
    cpu_s: $time.cpu_s,
    wall_s: $time.wall_s,
    rss_bytes: ([$time.rss_bytes, $memory.rss_bytes] | max),
    anon_bytes: $memory.anon_bytes,
    us_per_transaction: ($time.cpu_s * 1e6 / $size | rounded(4)),
    bytes_per_transaction: ($memory.anon_bytes / $size | rounded(1)),
    ns_per_byte: ($time.cpu_s * 1e9 / $bytes | rounded(3)),
    wc_cpu_s: $lines.cpu_s,
    ratio_to_wc: ($time.cpu_s / ([$lines.cpu_s, 1e-6] | max) | rounded(2)),
    stages_ms: ($verdict[0].timing_ms // {}),
    against: ($against | split(" ") | map(select(. != "") | capture("^(?<kind>[^=]*)=(?<row>.*)$"))),
    rival: (if $rival == null then null else {name: $rival_name} + $rival end)
  };

def columns:
  (.name | left(44)) + " "
  + (.bytes / 1e6 | fixed(1) | right(8))
  + (.cpu_s | fixed(3) | right(9))
  + (.wall_s | fixed(3) | right(9))
  + (.rss_bytes / 1e6 | fixed(1) | right(9))
  + (.anon_bytes / 1e6 | fixed(1) | right(9))
  + (.bytes_per_transaction | fixed(0) | right(8))
  + (.us_per_transaction | fixed(3) | right(9))
  + (.ns_per_byte | fixed(2) | right(8))
  + (.ratio_to_wc | fixed(1) | right(7))
  + "  " + (if .stopped then "stopped" elif .valid == null then "refused" else (.valid | tostring) end | left(8))
  + (.stages_ms | to_entries | map("\(.key) \(.value | fixed(1))") | join(", "))
  + (if .rival == null then ""
     else "; \(.rival.name): cpu \(.rival.cpu_s | fixed(3)) wall \(.rival.wall_s | fixed(3))"
       + " rss \(.rival.rss_bytes / 1e6 | fixed(1)) status \(.rival.status)"
       + (if .rival.stopped then " stopped" else "" end)
     end);

row | tojson, columns
