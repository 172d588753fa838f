#!/bin/sh
# An installed tree is complete, can be moved, and a program builds against it with pkg-config.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

DESTDIR=$work/stage cmake --install "$MINOS_BUILD_DIR" --prefix /opt/minos >/dev/null
mv "$work/stage/opt/minos" "$work/moved"
root=$work/moved
"$root/bin/minos" --version | grep -q "^minos [0-9]"
test -f "$root/include/minos.h"
test -f "$root/include/minos_sim.h"
test -f "$root/include/minos_run.h"
if command -v scdoc >/dev/null; then
    grep -q '^\.TH "minos" "1"' "$root/share/man/man1/minos.1"
    grep -q 'connect-timeout' "$root/share/man/man1/minos.1"
fi

PKG_CONFIG_PATH=$(dirname "$(find "$root" -name minos.pc)")
export PKG_CONFIG_PATH
libdir=$(dirname "$PKG_CONFIG_PATH")
# The program must be linked with the library's instrumentation (sanitizers, coverage).
extra=$(sed -n 's/^MINOS_SANITIZE:STRING=\(..*\)/-fsanitize=\1/p' "$MINOS_BUILD_DIR/CMakeCache.txt")
if grep -q '^MINOS_COVERAGE:BOOL=ON' "$MINOS_BUILD_DIR/CMakeCache.txt"; then
    extra="$extra --coverage"
fi
compiler=$(sed -n 's/^CMAKE_C_COMPILER:[A-Z]*=//p' "$MINOS_BUILD_DIR/CMakeCache.txt")

cat >"$work/program.c" <<'END'
#include <minos.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    static const char history[] =
        "{:type :invoke, :process 0, :f :txn, :value [[:append 1 1]]}\n"
        "{:type :ok, :process 0, :f :txn, :value [[:append 1 1]]}\n"
        "{:type :invoke, :process 0, :f :txn, :value [[:r 1 nil]]}\n"
        "{:type :ok, :process 0, :f :txn, :value [[:r 1 []]]}\n";
    minos_options options;
    minos_options_init(&options);
    minos_result *result = NULL;
    minos_status status =
        minos_check_memory("stale", history, sizeof history - 1, &options, &result);
    int good = status == MINOS_OK && minos_result_verdict(result) == MINOS_VIOLATED &&
               strcmp(minos_version(), MINOS_VERSION) == 0;
    minos_result_free(result);
    puts(good ? "good" : "bad");
    return good ? 0 : 1;
}
END
# shellcheck disable=SC2086,SC2046 # flags are words
{
    "$compiler" -std=c11 -pedantic -Wall -Wextra -Werror $(pkg-config --cflags minos) \
        "$work/program.c" -o "$work/dynamic" $extra $(pkg-config --libs minos)
    "$compiler" -std=c11 $(pkg-config --cflags minos) "$work/program.c" -o "$work/static" $extra \
        "$libdir/libminos.a" $(pkg-config --static --libs minos | sed 's/-lminos//')
}
LD_LIBRARY_PATH=$libdir "$work/dynamic"
"$work/static"

# The runner, with the client libraries it was built with.
cat >"$work/runner.c" <<'END'
#include <minos_run.h>
#include <stdio.h>

int main(int argc, char **argv) {
    minos_run_options options;
    minos_run_options_init(&options);
    options.target = "sim:serializable";
    options.history = argv[argc - 1];
    minos_run_summary summary;
    char *message = NULL;
    minos_status status = minos_run(&options, &summary, &message);
    int good = status == MINOS_OK && summary.ok > 0;
    puts(good ? "good" : message);
    minos_run_summary_release(&summary);
    minos_free(message);
    return good ? 0 : 1;
}
END
# shellcheck disable=SC2086,SC2046
"$compiler" -std=c11 -pedantic -Wall -Wextra -Werror $(pkg-config --cflags minos_run) \
    "$work/runner.c" -o "$work/runner" $extra $(pkg-config --libs minos_run)
"$work/runner" "$work/history.edn"
test -s "$work/history.edn"
