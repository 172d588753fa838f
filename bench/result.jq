# result.jq - the whole result: the machine, the rows, the ratios between them, skipped histories.
#
# In: the machine, as the only element of an array; $rows, $skipped. A ratio divides a number of a row
# by that of the row it is compared with.

def rounded: . * 1000 | round / 1000;
def ratio($a; $b): $a / ([$b, 1e-6] | max) | rounded;

($rows | map({key: .name, value: .}) | from_entries) as $by_name
| .[0] + {
    rows: ($rows | map(del(.against))),
    ratios: [
      $rows[] as $row
      | $row.against[] | .kind as $kind | $by_name[.row] as $other
      | {
          kind: $kind, row: $row.name, against: $other.name,
          stopped: ($row.stopped or $other.stopped),
          size: ratio($row.size; $other.size), bytes: ratio($row.bytes; $other.bytes),
          cpu: ratio($row.cpu_s; $other.cpu_s), wall: ratio($row.wall_s; $other.wall_s),
          anon: ratio($row.anon_bytes; $other.anon_bytes),
          cpu_per_transaction: ratio($row.us_per_transaction; $other.us_per_transaction),
          cpu_per_byte: ratio($row.ns_per_byte; $other.ns_per_byte)
        }
    ],
    rivals: [
      $rows[] | select(.rival != null)
      | {
          row: .name, rival: .rival.name, status: .rival.status, stopped: .rival.stopped,
          cpu: ratio(.rival.cpu_s; .cpu_s), wall: ratio(.rival.wall_s; .wall_s),
          rss: ratio(.rival.rss_bytes; .rss_bytes), anon: ratio(.rival.anon_bytes; .anon_bytes)
        }
    ],
    skipped: $skipped
  }
