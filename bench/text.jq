# text.jq - numbers and columns as text, for the other jq programs here.

# With exactly $digits decimals; jq itself prints 2.50 as 2.5.
def fixed($digits):
  if $digits == 0 then round | tostring
  else
    (. * pow(10; $digits) | round | tostring) as $all
    | ($all | if length <= $digits then ("0" * ($digits + 1 - length)) + . else . end) as $padded
    | $padded[:-$digits] + "." + $padded[-$digits:]
  end;

def left($width): tostring | if length < $width then . + (" " * ($width - length)) else . end;
def right($width): tostring | if length < $width then (" " * ($width - length)) + . else . end;

# Rows of histories that are designed to make a checker slow.
def hostile_name: test("^(hostile|corpus|one-line)/");
