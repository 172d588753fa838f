# plot.jq - plots processor time against the size of the history, as an SVG.
#
# In: a result (see result.jq). Both axes are logarithmic, so cost is linear where a line climbs one
# decade per decade. Colours follow the reader's light or dark setting; lines also differ by dashes and
# marks. The same result gives the same bytes.

def place: . * 10 | round / 10;

# A series of points [transactions, seconds], largest last.
def series($text; $class; points): {text: $text, class: $class, points: ([points] | sort)};
def rows($pattern): .rows[] | select(.name | test($pattern));

def all_series:
  [series("minos, list-append"; "a"; rows("^list-append/[0-9]+$") | [.size, .cpu_s]),
   series("minos, rw-register"; "b"; rows("^rw-register/[0-9]+$") | [.size, .cpu_s]),
   series("wc -l, on the list-append file"; "c"; rows("^list-append/[0-9]+$") | [.size, .wc_cpu_s]),
   series("\([.rivals[].rival][0]), list-append"; "d";
          rows("^list-append/[0-9]+$") | select(.rival != null and .rival.stopped == false)
          | [.size, .rival.cpu_s])]
  | map(select(.points | length > 0));

def count_label:
  if . >= 6 then "\(pow(10; . - 6) | round) M" elif . >= 3 then "\(pow(10; . - 3) | round) k"
  else "\(pow(10; .) | round)" end;
def seconds_label:
  if . >= 0 then "\(pow(10; .) | round) s" elif . >= -3 then "\(pow(10; . + 3) | round) ms"
  else "\(pow(10; . + 6) | round) µs" end;

def style: "
  <style>
    .back { fill: #ffffff } text { fill: #1f2328; font: 13px sans-serif } .grid { stroke: #d8dee4 }
    .line { fill: none; stroke-width: 2 }
    .a { stroke: #0969da } .b { stroke: #bc4c00; stroke-dasharray: 8 3 }
    .c { stroke: #6e7781; stroke-dasharray: 2 3 } .d { stroke: #8250df; stroke-dasharray: 12 3 2 3 }
    .mark { stroke-width: 5; stroke-linecap: round; stroke-dasharray: none }
    @media (prefers-color-scheme: dark) {
      .back { fill: #0d1117 } text { fill: #e6edf3 } .grid { stroke: #30363d }
      .a { stroke: #58a6ff } .b { stroke: #f0883e } .c { stroke: #8b949e } .d { stroke: #bc8cff }
    }
  </style>";

all_series as $series
| [$series[].points[]] as $points
| {width: 760, height: 440, left: 70, right: 25, top: 45, bottom: 55} as $page
| ($points | map(.[0] | log10) | {low: (min | floor), high: ([max, (min | floor) + 1] | max | ceil)}) as $x
# A time below a microsecond is a clock that did not tick.
| ($points | map([.[1], 1e-6] | max | log10) | {low: (min | floor), high: ([max, (min | floor) + 1] | max | ceil)}) as $y
| ($page.width - $page.left - $page.right) as $inner_width
| ($page.height - $page.top - $page.bottom) as $inner_height
| def across: $page.left + (. - $x.low) / ($x.high - $x.low) * $inner_width | place;
  def down: $page.top + ($y.high - .) / ($y.high - $y.low) * $inner_height | place;
  def point: {x: (.[0] | log10 | across), y: ([.[1], 1e-6] | max | log10 | down)};
  "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \($page.width) \($page.height)\" role=\"img\">
  <title>Processor time of minos check for histories of growing size</title>" + style,
  "  <rect class=\"back\" width=\"\($page.width)\" height=\"\($page.height)\"/>",
  "  <text x=\"\($page.left)\" y=\"24\">processor time, both axes logarithmic: linear cost climbs one decade for each decade</text>",
  (range($x.low; $x.high + 1)
   | "  <path class=\"grid\" d=\"M\(across) \($page.top)V\($page.height - $page.bottom)\"/>",
     "  <text x=\"\(across)\" y=\"\($page.height - $page.bottom + 20)\" text-anchor=\"middle\">\(count_label)</text>"),
  (range($y.low; $y.high + 1)
   | "  <path class=\"grid\" d=\"M\($page.left) \(down)H\($page.width - $page.right)\"/>",
     "  <text x=\"\($page.left - 8)\" y=\"\(down + 4)\" text-anchor=\"end\">\(seconds_label)</text>"),
  "  <text x=\"\($page.left + $inner_width / 2)\" y=\"\($page.height - 12)\" text-anchor=\"middle\">transactions</text>",
  ($series | to_entries[]
   # Lines climb to the right, so the legend fits below them.
   | ($page.height - $page.bottom - 20 * (($series | length) - .key) + 4) as $legend
   | ($page.width - $page.right - 260) as $legend_left
   | .value
   | "  <path class=\"line \(.class)\" d=\"M\($legend_left) \($legend)h36\"/>",
     "  <text x=\"\($legend_left + 45)\" y=\"\($legend + 4)\">\(.text | @html)</text>",
     "  <path class=\"line \(.class)\" d=\"\(.points | map(point | "\(.x) \(.y)") | "M" + join("L"))\"/>",
     (.class as $class | .points[] | point
      | "  <path class=\"\($class) mark\" d=\"M\(.x) \(.y)h0\"/>")),
  "</svg>"
