# ratios.jq - the ratios of a result as lines of text.

include "text";

def times: fixed(2) + "x";

"Ratios, each to the row after \"to\":",
(.ratios[]
 | (.kind | left(10)) + (.row | left(44)) + " to " + (.against | left(44))
   + " size \(.size | times), cpu \(.cpu | times), wall \(.wall | times), anon \(.anon | times)"
   + ", cpu per byte \(.cpu_per_byte | times)"
   + (if .stopped then " (stopped)" else "" end)),
(if .rivals == [] then empty else "", "The rival's cost over that of Minos:" end),
(.rivals[]
 | "\(.rival): " + (.row | left(44))
   + " cpu \(.cpu | times), wall \(.wall | times), rss \(.rss | times), anon \(.anon | times)"
   + (if .status != 0 then ", status \(.status)" else "" end)
   + (if .stopped then " (stopped)" else "" end)),
(.skipped[] | "skipped   \(.name): \(.reason)")
