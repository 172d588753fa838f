# Writes the files of the report page and its content security policy into a C file:
#
#   cmake -DSCRIPT=a.js;b.js -DPICTURE_STYLE=.css -DPAGE_STYLE=.css -DPAGE=.html -DOUTPUT=.c -P ...
#
# The policy allows the script and the style by their SHA-256, so a browser runs nothing else, even
# if text from a history gets into the page as markup. The hashed bytes must equal the bytes between
# the tags and must not contain an end tag. Texts become arrays of bytes, because string literals
# over 64 kB are not portable C.

function(read_all files result)
    set(all "")
    foreach(file IN LISTS files)
        file(READ ${file} text)
        string(APPEND all "${text}")
    endforeach()
    set(${result} "${all}" PARENT_SCOPE)
endfunction()

# 64 hexadecimal digits are 42 characters of 6 bits each, and 4 bits more.
function(to_base64 hex result)
    set(letters "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    set(base64 "")
    foreach(at RANGE 0 60 3)
        string(SUBSTRING ${hex} ${at} 3 digits)
        math(EXPR high "0x${digits} >> 6")
        math(EXPR low "0x${digits} & 63")
        string(SUBSTRING ${letters} ${high} 1 first)
        string(SUBSTRING ${letters} ${low} 1 second)
        string(APPEND base64 ${first}${second})
    endforeach()
    string(SUBSTRING ${hex} 63 1 digits)
    math(EXPR last "0x${digits} << 2")
    string(SUBSTRING ${letters} ${last} 1 first)
    set(${result} "${base64}${first}=" PARENT_SCOPE)
endfunction()

# The source expression for a policy: 'sha256-...'.
function(hash_source text result)
    string(SHA256 hex "${text}")
    to_base64(${hex} base64)
    set(${result} "'sha256-${base64}'" PARENT_SCOPE)
endfunction()

# Rejects text that would end its element, and CR, which a browser normalises before it hashes.
function(require_plain what text)
    string(TOLOWER "${text}" lower)
    foreach(bad "</script" "</style" "<!--" "\r")
        string(FIND "${lower}" "${bad}" at)
        if(NOT at EQUAL -1)
            message(FATAL_ERROR "The ${what} of the report page contains ${bad}")
        endif()
    endforeach()
endfunction()

function(require_place template place)
    string(FIND "${template}" "${place}" first)
    string(FIND "${template}" "${place}" last REVERSE)
    if(first EQUAL -1 OR NOT first EQUAL last)
        message(FATAL_ERROR "page.html must contain ${place} exactly once")
    endif()
endfunction()

# Defines const char mns_asset_NAME[]. mns_asset_NAME_size does not count the NUL at its end.
function(write_asset name text)
    file(WRITE ${OUTPUT}.text "${text}")
    file(READ ${OUTPUT}.text hex HEX)
    file(REMOVE ${OUTPUT}.text)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${hex}")
    string(REGEX REPLACE "('..0a',)" "\\1\n" bytes "${bytes}")
    file(APPEND ${OUTPUT}.part
        "const char mns_asset_${name}[] = {\n${bytes}0};\n"
        "const size_t mns_asset_${name}_size = sizeof mns_asset_${name} - 1;\n\n")
endfunction()

read_all("${SCRIPT}" script)
read_all("${PICTURE_STYLE}" picture_css)
read_all("${PICTURE_STYLE};${PAGE_STYLE}" style)
read_all("${PAGE}" page)
require_plain("script" "${script}")
require_plain("style" "${style}")
foreach(place "<script>{{SCRIPT}}</script>" "<style>{{STYLE}}</style>"
              "{{POLICY}}" "{{TITLE}}" "{{DATA}}")
    require_place("${page}" "${place}")
endforeach()

hash_source("${script}" script_hash)
hash_source("${style}" style_hash)
set(style_and_rest "style-src ${style_hash}; img-src data:; base-uri 'none'; form-action 'none'")

file(WRITE ${OUTPUT}.part
    "/* Made by cmake/EmbedAssets.cmake. */\n#include \"report/assets/assets.h\"\n\n")
write_asset(page "${page}")
write_asset(style "${style}")
write_asset(picture_css "${picture_css}")
write_asset(script "${script}")
write_asset(policy "default-src 'none'; script-src ${script_hash}; ${style_and_rest}")
write_asset(still_policy "default-src 'none'; ${style_and_rest}")
file(RENAME ${OUTPUT}.part ${OUTPUT})
