# minos_flags: language level, warnings and instrumentation, shared by every target.

add_library(minos_flags INTERFACE)

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
target_compile_definitions(minos_flags INTERFACE _XOPEN_SOURCE=700)

target_compile_options(minos_flags INTERFACE
    -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wformat=2)
if(CMAKE_C_COMPILER_ID MATCHES "Clang")
    # assert(!"unreachable") is deliberate.
    target_compile_options(minos_flags INTERFACE -Wno-string-conversion)
endif()
if(MINOS_WERROR)
    target_compile_options(minos_flags INTERFACE -Werror)
endif()

if(MINOS_SANITIZE)
    target_compile_options(minos_flags INTERFACE
        -fsanitize=${MINOS_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(minos_flags INTERFACE -fsanitize=${MINOS_SANITIZE})
endif()
if(MINOS_COVERAGE)
    target_compile_options(minos_flags INTERFACE --coverage)
    target_link_options(minos_flags INTERFACE --coverage)
endif()
if(MINOS_FUZZ)
    if(NOT CMAKE_C_COMPILER_ID MATCHES "Clang")
        message(FATAL_ERROR "MINOS_FUZZ needs clang: use the preset \"fuzz\"")
    endif()
    target_compile_options(minos_flags INTERFACE -fsanitize=fuzzer-no-link)
    # libFuzzer's own macro name. It fixes the hash seed, so that runs can be repeated.
    target_compile_definitions(minos_flags INTERFACE FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION)
endif()
