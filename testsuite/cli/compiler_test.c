/* wavecc's own command line: what it does not accept, with which status, in which words; and that
 * nothing half written stays behind. */
#include "cli.h"
#include "test.h"

TEST(wavecc_refuses_input_that_is_no_shader)
{
    static const CliCase cases[] = {
        {"rm -f $T/x; $B/wavecc $T/missing.hlsl -o $T/x", 2, "missing.hlsl", "x"},
        {": > $T/empty.hlsl; $B/wavecc $T/empty.hlsl -o $T/x", 1, "empty.hlsl", "x"},
        {"$B/wavecc $T -o $T/x", 2, "Is a directory", "x"},
        {"printf 'a\\000b' > $T/binary.hlsl; $B/wavecc $T/binary.hlsl -o $T/x", 1, "binary.hlsl", "x"},
        {"echo '// nothing' > $T/nothing.hlsl; $B/wavecc $T/nothing.hlsl -o $T/x", 1, "error", "x"},
    };
    CLI_CHECK("cli-input", cases);
}

TEST(wavecc_refuses_bad_usage)
{
    static const CliCase cases[] = {
        {"$B/wavecc", 2, "wavecc", NULL},
        {"$B/wavecc --no-such-option samples/blur/blur.hlsl", 2, "--no-such-option", NULL},
        {"$B/wavecc --emit=nonsense samples/blur/blur.hlsl", 2, "nonsense", NULL},
        {"$B/wavecc --wave-size=3 samples/blur/blur.hlsl", 2, "3", NULL},
        {"$B/wavecc --target=pdp11 samples/blur/blur.hlsl -o $T/x", 2, "pdp11", "x"},
        {"$B/wavecc samples/blur/blur.hlsl -o", 2, "-o", NULL},
    };
    CLI_CHECK("cli-usage", cases);
}

/* ESC and what follows it moves the cursor, changes colours and titles. */
TEST(a_terminal_obeys_nothing_that_an_argument_says)
{
    static const CliCase cases[] = {
        {"$B/wavecc \"$(printf -- '-\\033[31m\303\251')\"", 2, "unknown option '-\\x1b[31m\303\251'", NULL},
        {"$B/wavecc x.hlsl --wave-size=\"$(printf '\\233\\177')\"", 2, "--wave-size=\\x9b\\x7f: expected", NULL},
        {"$B/wavetest \"$(printf -- '-\\033c')\"", 2, "unknown option '-\\x1bc'", NULL},
        {"$B/wavecc run \"$(printf '\\033c')\"", 2, "\\x1bc: could not open", NULL},
    };
    CLI_CHECK("cli-visible", cases);
}

/* Its text would be there under the program's name. */
TEST(what_a_pass_did_is_no_library)
{
    static const CliCase cases[] = {
        {"$B/wavecc samples/blur/blur.hlsl --explain=unroll -shared -o $T/x.so", 2, "--explain writes text, and no machine code beside it; leave out -shared", "x.so"},
        {"$B/wavecc samples/blur/blur.hlsl --diff=unroll -c -o $T/x.o", 2, "--diff writes text, and no machine code beside it; leave out -c", "x.o"},
        {"$B/wavecc samples/blur/blur.hlsl --dump=after:unroll -shared -o $T/x.so", 2, "--dump writes text", "x.so"},
        {"$B/wavecc samples/blur/blur.hlsl --explain=unroll -o $T/x.txt && grep -q unroll $T/x.txt", 0, NULL, NULL},
    };
    CLI_CHECK("cli-look", cases);
}

/* Put where they are called, they would be twice as much code. To a debugger they are part of the kernel's lines. */
TEST(c_that_nothing_optimises_may_call_the_runtimes_functions)
{
    static const CliCase cases[] = {
        {"WAVECC_RT_CFLAGS='-O0 -DWCC_APART' $B/wavecc samples/blur/blur.hlsl -S --cc=clang --target=x86-64-v3 -o $T/x.s && grep -q 'call.*_f32x8' $T/x.s", 0, NULL, NULL},
        {"WAVECC_RT_CFLAGS= $B/wavecc samples/blur/blur.hlsl -Od -Zi -S --cc=clang --target=x86-64-v3 -o $T/y.s && ! grep -q 'call.*_f32x8' $T/y.s", 0, NULL, NULL},
    };
    CLI_CHECK("cli-apart", cases);
}

TEST(wavecc_refuses_an_unknown_entry_point)
{
    static const CliCase cases[] = {
        {"$B/wavecc samples/blur/blur.hlsl -E NoSuchCS -o $T/x", 1, "NoSuchCS", "x"},
    };
    CLI_CHECK("cli-entry", cases);
}

TEST(wavecc_says_when_it_cannot_write)
{
    static const CliCase cases[] = {
        {"$B/wavecc samples/vecadd/vecadd.hlsl --emit=c -o $T/no/such/folder/x.c", 3, "no/such/folder", NULL},
        {"$B/wavecc samples/vecadd/vecadd.hlsl --emit=c -o /dev/full", 3, "/dev/full", NULL},
        {"$B/wavecc samples/vecadd/vecadd.hlsl --cc=no-such-compiler -o $T/x", 3, "no-such-compiler", "x"},
    };
    CLI_CHECK("cli-write", cases);
}

TEST(wavecc_says_when_what_it_prints_does_not_arrive)
{
    static const CliCase cases[] = {
        {"$B/wavecc --help > /dev/full", 3, "cannot write 'standard output'", NULL},
        {"$B/wavecc --version > /dev/full", 3, "cannot write 'standard output'", NULL},
        {"$B/wavecc --list-intrinsics > /dev/full", 3, "cannot write 'standard output'", NULL},
        {"$B/wavecc --list-passes > /dev/full", 3, "cannot write 'standard output'", NULL},
        {"$B/wavecc samples/vecadd/vecadd.hlsl --emit=asm > /dev/full", 3, "cannot write 'standard output'", NULL},
        {"$B/wavetest --help > /dev/full", 2, "cannot write to standard output", NULL},
        {"$B/wavetest --list testsuite/units > /dev/full", 2, "cannot write to standard output", NULL},
    };
    CLI_CHECK("cli-print", cases);
}

/* Of a disk that is full, for which a limit stands. */
TEST(texts_are_written_whole_or_what_was_there_stays)
{
    static const CliCase cases[] = {
        {"rm -rf $T/*; echo before > $T/x.c; (ulimit -f 1; $B/wavecc samples/blur/blur.hlsl --emit=c -o $T/x.c)", 3,
         "cannot write", NULL},
        {"grep -qx before $T/x.c && ! ls $T | grep wavecc-", 0, NULL, NULL},
        {"rm -rf $T/tmp; mkdir -p $T/tmp; (ulimit -f 1; TMPDIR=$T/tmp $B/wavecc samples/blur/blur.hlsl -o $T/x); status=$?; test -z \"$(ls $T/tmp)\" || exit 9; exit $status", 3,
         "File too large", "x"},
        {"export WAVECC_CACHE=$T/kept; $B/wavecc samples/blur/blur.hlsl -O0 -o $T/y && ! (ulimit -f 1; $B/wavecc samples/blur/blur.hlsl -O0 -o $T/x 2> $T/said) && ! ls $T | grep wavecc-", 0, NULL, NULL},
        {"echo before > $T/x.d; (ulimit -f 0; $B/wavecc samples/blur/blur.hlsl -M -MF $T/x.d)", 3,
         "cannot write", NULL},
        {"grep -qx before $T/x.d", 0, NULL, NULL},
        {"chmod 640 $T/x.c; $B/wavecc samples/blur/blur.hlsl --emit=c -o $T/x.c && grep -q wcc_module $T/x.c && ls -l $T/x.c | grep -q ^-rw-r-----", 0, NULL, NULL},
    };
    CLI_CHECK("cli-whole", cases);
}

#define LOOKS "tokens preprocessed ast typed ir plan uniformity report report-json reflection dot html header c asm"

/* As gcc and clang do; ./- is a file. */
TEST(a_dash_is_standard_output)
{
    static const CliCase cases[] = {
        {"unset WAVECC_RT_CFLAGS; cp samples/vecadd/vecadd.hlsl $T/a.hlsl; export B=$(realpath $B); cd $T && rm -f -- - && for what in " LOOKS "; do "
         "$B/wavecc a.hlsl --emit=$what > plain && $B/wavecc a.hlsl --emit=$what -o - > dash && cmp plain dash || exit 1; done", 0, NULL, "-"},
        {"$B/wavecc $T/a.hlsl -Fo - --dump=after:lower | grep -q kernel", 0, NULL, NULL},
        {"$B/wavecc $T/a.hlsl -P -Fi - | grep -q numthreads", 0, NULL, NULL},
        /* with a sanitizer objects tell the temporary folder */
        {"unset WAVECC_RT_CFLAGS; $B/wavecc $T/a.hlsl -c -O0 -o $T/a.o && $B/wavecc $T/a.hlsl -c -O0 -o - | cmp - $T/a.o", 0, NULL, NULL},
        {"$B/wavecc $T/a.hlsl -O0 -o - > $T/x && chmod +x $T/x && $T/x --list | grep -q 'compiled from'", 0, NULL, NULL},
        {"$B/wavecc $T/a.hlsl -c -O0 -o $T/a.o --header=- | grep -q WccModule", 0, NULL, NULL},
        {"$B/wavecc $T/a.hlsl -M -o - | grep -q a.o:", 0, NULL, NULL},
        {"$B/wavecc $T/a.hlsl -c -O0 -o $T/a.o -MF - | grep -q a.o:", 0, NULL, NULL},
        {"echo '#include \"no.h\"' > $T/b.hlsl; $B/wavecc $T/b.hlsl -o $T/x2 -Fe - | grep -q no.h", 0, NULL, "x2"},
        {"$B/wavecc $T/a.hlsl --emit=c > $T/c && $B/wavecc $T/a.hlsl --emit=c -o $T/- && cmp $T/c $T/-", 0, NULL, NULL},
    };
    CLI_CHECK("cli-dash", cases);
}

TEST(one_result_at_a_time_goes_to_standard_output_and_no_program_to_a_terminal)
{
    static const CliCase cases[] = {
        {"$B/wavecc samples/vecadd/vecadd.hlsl --emit=c --header=- > $T/c", 2, "(-o) and --header cannot both go to standard output", NULL},
        {"$B/wavecc samples/vecadd/vecadd.hlsl -c -o - -MF - > $T/c", 2, "(-o) and -MF cannot both", NULL},
        {"$B/wavecc samples/vecadd/vecadd.hlsl -c -o $T/a.o --header=- -Fe - > $T/c", 2, "--header and -Fe cannot both", "a.o"},
        {"$B/wavecc samples/vecadd/vecadd.hlsl -M -Fe - > $T/c", 2, "-M and -Fe cannot both", NULL},
        {"script -qec \"$B/wavecc samples/vecadd/vecadd.hlsl -O0 -o -\" /dev/null > $T/told < /dev/null", 2, NULL, NULL},
        {"grep -q 'standard output is a terminal, and the result no text' $T/told", 0, NULL, NULL},
    };
    CLI_CHECK("cli-dash-wrong", cases);
}

TEST(two_outputs_of_wavecc_are_two_files)
{
    static const CliCase cases[] = {
        {"rm -rf $T/new; cp samples/vecadd/vecadd.hlsl $T/a.hlsl; $B/wavecc $T/a.hlsl -c -o $T/new --header=$T/new", 2, "the result (-o) and --header cannot both go to '", "new"},
        {"touch $T/b.o; ln -sf b.o $T/link; $B/wavecc $T/a.hlsl -c -o $T/b.o -MF $T/../cli-two/link", 2, "the result (-o) and -MF cannot both go to '", NULL},
        {"$B/wavecc $T/a.hlsl -M -MF $T/new -Fe $T/new", 2, "-MF and -Fe cannot both go to '", "new"},
        {"test ! -s $T/b.o; $B/wavecc $T/a.hlsl -c -O0 -o $T/c.o -MF /dev/null -Fe /dev/null --header=$T/c.h", 0, NULL, NULL},
    };
    CLI_CHECK("cli-two", cases);
}

TEST(wavecc_never_writes_over_its_input)
{
    static const CliCase cases[] = {
        {"cp samples/vecadd/vecadd.hlsl $T/a.hlsl; $B/wavecc $T/a.hlsl -o $T/../cli-over/a.hlsl", 2, "is the input itself", NULL},
        {"$B/wavecc $T/a.hlsl --emit=c -o $T/a.hlsl", 2, "is the input itself", NULL},
        {"$B/wavecc $T/a.hlsl -MF $T/a.hlsl -o $T/x", 2, "is the input itself", "x"},
        {"$B/wavecc $T/a.hlsl -Fe $T/a.hlsl -o $T/x", 2, "is the input itself", "x"},
        {"cmp samples/vecadd/vecadd.hlsl $T/a.hlsl", 0, NULL, NULL},
        {"echo '#include \"a.hlsl\"' > $T/b.hlsl; ln -sf a.hlsl $T/link; $B/wavecc $T/b.hlsl -o $T/link", 2, "is included; nothing is written over it", NULL},
        {"$B/wavecc $T/b.hlsl -M -MF $T/a.hlsl", 2, "is included", NULL},
        {"$B/wavecc $T/b.hlsl -c --header $T/a.hlsl -o $T/x", 2, "is included", "x"},
        {"$B/wavecc $T/b.hlsl -Fe $T/a.hlsl -o $T/x", 2, "is included", "x"},
        {"$B/wavecc $T/b.hlsl -P -Fi $T/a.hlsl", 2, "is included", NULL},
        {"cmp samples/vecadd/vecadd.hlsl $T/a.hlsl && test -L $T/link", 0, NULL, NULL},
    };
    CLI_CHECK("cli-over", cases);
}

/* As gcc does: what is no file is written to, not replaced. */
TEST(wavecc_writes_through_links_and_devices)
{
    static const CliCase cases[] = {
        {"ln -sf behind $T/link; $B/wavecc samples/vecadd/vecadd.hlsl -o $T/link && test -L $T/link && $T/behind --list > $T/listed", 0, NULL, NULL},
        {"$B/wavecc samples/vecadd/vecadd.hlsl -o $T/link && test -L $T/link && $T/link --list > $T/listed", 0, NULL, NULL},
        {"$B/wavecc samples/vecadd/vecadd.hlsl -c -o /dev/null && test -c /dev/null", 0, NULL, NULL},
        {"$B/wavecc samples/vecadd/vecadd.hlsl -c -o /dev/full", 3, "cannot write '/dev/full'", NULL},
    };
    CLI_CHECK("cli-through", cases);
}

/* From the fourth compilation on they are there; damaged ones are made anew or left alone. */
#ifdef __SANITIZE_ADDRESS__ /* whose tables name files that wavecc makes for a moment */
#define IS_THE_SAME "test -s $T/x.so"
#else
#define IS_THE_SAME "cmp $T/x.so $T/alone.so"
#endif
#define WITH_HEADERS "WAVECC_CACHE= $B/wavecc samples/vecadd/vecadd.hlsl --target=x86-64-v3 --headers=$T/headers "
TEST(headers_that_are_kept_compiled_change_nothing)
{
    static const CliCase cases[] = {
        {"rm -rf $T/headers; mkdir $T/headers; WAVECC_CACHE= WAVECC_HEADERS= $B/wavecc samples/vecadd/vecadd.hlsl --target=x86-64-v3 -shared -o $T/alone.so", 0, NULL, NULL},
        {"for i in 1 2 3 4 5; do " WITH_HEADERS "-shared -o $T/x.so && " IS_THE_SAME " || exit; done", 0, NULL, NULL},
        {"ls $T/headers/*.h.gch $T/headers/link-* > $T/kept.txt", 0, NULL, NULL},
        {"for i in 1 2 3 4; do " WITH_HEADERS "-o $T/x && $T/x --list > $T/listed || exit; done", 0, NULL, NULL},
        {"for f in $T/headers/*; do echo damaged > $f; done; for i in 1 2; do " WITH_HEADERS "-shared -o $T/x.so && " IS_THE_SAME " || exit; done", 0, NULL, NULL},
        {"WAVECC_CACHE= $B/wavecc samples/vecadd/vecadd.hlsl --headers=$T/missing -shared -o $T/x.so", 0, NULL, NULL},
    };
    CLI_CHECK("cli-headers", cases);
}

TEST(objects_assembly_and_executables_share_compiled_headers)
{
    static const CliCase cases[] = {
        {"rm -rf $T/headers; mkdir $T/headers; for how in -c -S '' -c -S ''; do " WITH_HEADERS "$how -o $T/x || exit; done; test $(ls $T/headers/*.gch | wc -l) = 1",
         0, NULL, NULL},
    };
    CLI_CHECK("cli-headers-shared", cases);
}

#define HANGING_CC "mkdir -p $T/tmp; printf '#!/bin/sh\\nsleep 4321 & echo $! $$ >> %s/asleep; exec sleep 4321\\n' $T > $T/hang-cc; chmod +x $T/hang-cc; export TMPDIR=$T/tmp; "

TEST(a_c_compiler_does_not_outlive_wavecc)
{
    static const CliCase cases[] = {
        {"rm -f $T/asleep", 0, NULL, NULL}, /* others have the numbers of earlier runs' processes by now, such as this shell */
        {HANGING_CC "$B/wavecc samples/vecadd/vecadd.hlsl --cc=$T/hang-cc --cc-seconds=1 -o $T/x", 3, "took more than 1 seconds", "x"},
        {HANGING_CC "timeout -s TERM 1 $B/wavecc samples/vecadd/vecadd.hlsl --cc=$T/hang-cc -o $T/x", 124, NULL, "x"},
        {HANGING_CC "timeout -s INT 1 $B/wavecc samples/vecadd/vecadd.hlsl --cc=$T/hang-cc -o $T/x", 124, NULL, "x"},
        {HANGING_CC "for at in 1 2 3 4 5 6 7 8 9; do timeout -s TERM 0.0$at $B/wavecc samples/vecadd/vecadd.hlsl --cc=$T/hang-cc -o $T/x; done; true", 0, NULL, "x"},
        {HANGING_CC "printf '#!/bin/sh\ncase \"$*\" in\n*syntax-only*kernels.c*|*kernels.c*syntax-only*) kill -TERM $PPID; sleep 9;;\n"
         "*syntax-only*) sleep 9;;\n*) exit 1;; esac\n' > $T/fail-cc; chmod +x $T/fail-cc; "
         "timeout 5 $B/wavecc samples/vecadd/vecadd.hlsl --cc=$T/fail-cc -o $T/x", 130, NULL, "x"},
        {"rmdir $T/tmp && test -s $T/asleep && for p in $(cat $T/asleep); do ! grep -aqs 4321 /proc/$p/cmdline || exit 1; done", 0, NULL, NULL},
        {"$B/wavecc samples/vecadd/vecadd.hlsl --cc-seconds=soon -o $T/x", 2, "--cc-seconds=soon", "x"},
    };
    CLI_CHECK("cli-hang", cases);
}

/* Nobody is asked. */
TEST(a_c_compiler_ends_with_wavecc_even_where_that_is_killed)
{
    static const CliCase cases[] = {
        {"rm -f $T/killed; printf '#!/bin/sh\\necho $$ > %s/killed; exec sleep 4324\\n' $T > $T/long-cc; chmod +x $T/long-cc; "
         "timeout -s KILL 1 $B/wavecc samples/vecadd/vecadd.hlsl --cc=$T/long-cc -o $T/x", 137, "Killed", "x"},
        {"test -s $T/killed && for t in 1 2 3 4 5 6 7 8 9; do grep -aqs 4324 /proc/$(cat $T/killed)/cmdline || exit 0; sleep 0.1; done; exit 1",
         0, NULL, NULL},
        {"$B/wavecc samples/vecadd/vecadd.hlsl --cc=$T/no-such-cc -o $T/x", 3, "cannot run '", "x"},
    };
    CLI_CHECK("cli-killed", cases);
}

/* A crash is one that the C compiler's stand-in sends; C that is refused is its word against
 * wavecc's, where it names a line. */
TEST(faults_of_wavecc_are_internal_errors)
{
    static const CliCase cases[] = {
#ifndef __SANITIZE_ADDRESS__ /* which tells of crashes itself */
        {"printf '#!/bin/sh\\nkill -SEGV $PPID\\n' > $T/crash; chmod +x $T/crash; "
         "$B/wavecc samples/vecadd/vecadd.hlsl --cc=$T/crash -o $T/x", 4, "internal error: crashed after 'emit'", "x"},
#endif
        {"printf '#!/bin/sh\\ncase \"$*\" in *kernels.c*) echo \"kernels.c:7:1: error: what?\" >&2; exit 1;; esac\\n' > $T/picky; chmod +x $T/picky; "
         "$B/wavecc samples/vecadd/vecadd.hlsl --cc=$T/picky -o $T/x", 4, "does not take the C", "x"},
        {"printf '#!/bin/sh\\nexit 1\\n' > $T/dead; chmod +x $T/dead; "
         "$B/wavecc samples/vecadd/vecadd.hlsl --cc=$T/dead -o $T/x", 3, "failed", "x"},
        {"WAVECC_RT_CFLAGS=-lno-such-library $B/wavecc samples/vecadd/vecadd.hlsl -o $T/x", 3, "failed", "x"},
    };
    CLI_CHECK("cli-internal", cases);
}

/* A C compiler that does `body` with any C of wavecc's. */
#define STAND_IN(name, body) "printf '#!/bin/sh\\ncase \"$*\" in *kernels.c*) " body ";; esac\\n' > $T/" name "; chmod +x $T/" name "; "
#define COMPILE_BY(name) "$B/wavecc samples/vecadd/vecadd.hlsl --cc=$T/" name " -o $T/x"
#define SPIN "while :; do :; done"

TEST(a_c_compiler_ended_by_a_limit_is_no_internal_error)
{
    static const CliCase cases[] = {
        {STAND_IN("spin", SPIN) "ulimit -t 2; " COMPILE_BY("spin"), 3,
         "spin' took the 2 seconds of processor time that it may: `ulimit -t` allows it more", "x"},
        {STAND_IN("driver", "sh -c \"" SPIN "\" || exit 1") "ulimit -t 2; " COMPILE_BY("driver"), 3,
         "driver' took the 2 seconds of processor time that it may", "x"},
        {STAND_IN("killed", "kill -KILL $$") COMPILE_BY("killed"), 3,
         "killed' was ended by a signal (Killed): as where the machine or its container has no memory left", "x"},
        {STAND_IN("crashed", "kill -ABRT $$") COMPILE_BY("crashed"), 3, "crashed' was ended by a signal (Aborted): it may have said why above", "x"},
        {STAND_IN("large", "echo \"cc1: fatal error: out of memory\" >&2; exit 1") COMPILE_BY("large"), 3, "large' failed: it may have said why above", "x"},
#ifndef __SANITIZE_ADDRESS__ /* reserves more room than any machine has */
        {"ulimit -v 4000000; " COMPILE_BY("large"), 3, "large' failed: it may have said why above; `ulimit -v` lets it have 4000000 KiB of memory", "x"},
#endif
    };
    CLI_CHECK("cli-limited", cases);
}

/* wavecc compiles with -w; what nobody reads yet is all that there is to warn of. */
#define WARNS_OF_NOTHING(compiler) \
    {"for f in $(ls samples/*/*.hlsl | grep -v unit_tests); do $B/wavecc $f --target=x86-64-v3 --emit=c -o $T/c.c && " compiler \
     " -std=gnu11 -march=x86-64-v3 -fsyntax-only -Wall -Wextra -Werror -Wno-psabi -Wno-unused-variable" \
     " -Wno-unused-but-set-variable -Iruntime/include $T/c.c || exit 1; done", 0, NULL, NULL}

/* As `make fuzz-c` asks of all that C compilers are given, with what options add. */
#define SAYS_NOTHING_WITH(option)                                                                                 \
    {"$B/wavecc samples/scan/scan.hlsl " option " --target=x86-64-v3 --wave-size=32 --emit=c -o $T/o.c && clang -std=gnu11" \
     " -march=x86-64-v3 -fsyntax-only -Wall -Wextra -Werror -Iruntime/include $T/o.c", 0, NULL, NULL}

TEST(emitted_c_of_checks_coverage_traces_and_ranks_compiles_without_warnings)
{
    static const CliCase cases[] = {SAYS_NOTHING_WITH("--check=all"), SAYS_NOTHING_WITH("--coverage=all"),
                                    SAYS_NOTHING_WITH("--trace"), SAYS_NOTHING_WITH("--mpi")};
    CLI_CHECK("cli-quiet", cases);
}

/* The last lanes return from within the inner loop, whose sum is one for all of them. */
TEST(what_a_loop_leaves_behind_that_all_lanes_left_is_set_in_the_c)
{
    static const CliCase cases[] = {
        {"echo 'RWStructuredBuffer<int> o; int sum(int a) { int s = 0; for (int i = 0; i < a; i++) for (int j = 0; j <= i; j++) {"
         " if ((i + j) % 2) continue; s += j; if (s > 20) return -s; } return s; }"
         " [numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex) { o[i] = sum(i); }' > $T/left.hlsl;"
         " $B/wavecc $T/left.hlsl --target=generic --wave-size=4 --emit=c -o $T/left.c &&"
         " clang -std=gnu11 -fsyntax-only -Wall -Wextra -Werror -Wno-psabi -Iruntime/include $T/left.c", 0, NULL, NULL},
    };
    CLI_CHECK("cli-left", cases);
}

SLOW_TEST(emitted_c_compiles_without_warnings)
{
    static const CliCase cases[] = {WARNS_OF_NOTHING("clang"), WARNS_OF_NOTHING("gcc")};
    CLI_CHECK("cli-warnings", cases);
}

/* file:line:column, the line, a caret; several errors a run. */
/* Kernels are compiled without warnings shown, so that a function that is left out would be missed by the linker alone. */
TEST(functions_of_32_bits_call_none_of_64_that_are_left_out)
{
    static const CliCase cases[] = {
        {"for march in x86-64 x86-64-v3 x86-64-v4; do"
         " { echo '#include \"wcc_abi.h\"'; for used in SOME elements strided rows parts dot4 curves prefix_count_ take_partition_;"
         " do echo \"#define WCC_USES_$used 1\"; done; for lanes in 4 8 16; do echo \"#define LANES $lanes\"; "
         " printf '#include \"wcc_lanes.h\"\n#include \"wcc_texture.h\"\n#include \"wcc_sampling.h\"\n#undef LANES\n'; done; } |"
         " clang -std=gnu11 -march=$march -fsyntax-only -Werror=implicit-function-declaration -Wno-psabi -Iruntime/include -xc - || exit 1;"
         " done", 0, NULL, NULL},
    };
    CLI_CHECK("cli-wide", cases);
}

/* Places that lanes which are off compute lie anywhere. Of pointers -fwrapv speaks in clang up to 19 alone. */
TEST(clang_takes_no_address_for_one_inside_its_object)
{
    static const CliCase cases[] = {
        {"$B/wavecc samples/scan/scan.hlsl --cc=clang -### -c -o $T/o.o 2>&1 | grep -q '\"-fno-strict-overflow\"'", 0, NULL, NULL},
        {"echo 'char *at(char *base, int by) { return base + by; }' | clang -O1 -fno-strict-overflow -S -emit-llvm -x c -o $T/at.ll - &&"
         " ! grep -q inbounds $T/at.ll", 0, NULL, NULL},
    };
    CLI_CHECK("cli-overflow", cases);
}

TEST(wavecc_shows_where_a_shader_is_wrong)
{
    static const CliCase cases[] = {
        {"printf 'RWBuffer<uint> b;\\n[numthreads(1,1,1)] void CS()\\n{\\n    b[0] = nothing;\\n    b[1] = 1 +;\\n}\\n' > $T/wrong.hlsl; "
         "$B/wavecc $T/wrong.hlsl -o $T/x", 1, "wrong.hlsl:5:15: error:", "x"},
        {"printf 'RWBuffer<uint> b;\\n[numthreads(1,1,1)] void CS()\\n{\\n    b[0] = nothing;\\n    b[1] = absent;\\n}\\n' > $T/names.hlsl; "
         "$B/wavecc $T/names.hlsl -o $T/x", 1, "names.hlsl:4:12: error:", "x"},
        {"$B/wavecc $T/names.hlsl -o $T/x", 1, "names.hlsl:5:12: error:", "x"},
        {"$B/wavecc $T/names.hlsl -o $T/x", 1, "    b[0] = nothing;\n", "x"},
        {"$B/wavecc $T/names.hlsl -o $T/x", 1, "           ^", "x"},
    };
    CLI_CHECK("cli-wrong", cases);
}

TEST(wavecc_answers_help_and_version)
{
    static const CliCase cases[] = {
        {"$B/wavecc --help | grep -q -- --wave-size", 0, NULL, NULL},
        {"$B/wavecc --version | grep -q wavecc", 0, NULL, NULL},
        {"$B/wavetest --version | grep -q wavetest", 0, NULL, NULL},
        {"$B/wavecc --list-passes | grep -q uniformity", 0, NULL, NULL},
        {"$B/wavecc --list-intrinsics | grep -Fq '| `T* lerp(T*, T*, T*)` | any float but double |'", 0, NULL, NULL},
    };
    CLI_CHECK("cli-help", cases);
}

/* help2man and completions.awk read it. */
TEST(each_option_has_a_text_two_spaces_behind_it)
{
    static const CliCase cases[] = {
        {"$B/wavecc --help | grep '^  ' | grep -vE '^  -[^ ]+( [^ ]+)*  +[^ ]'", 1, NULL, NULL},
        {"$B/wavetest --help | grep '^  ' | grep -vE '^  -[^ ]+( [^ ]+)*  +[^ ]'", 1, NULL, NULL},
        {"$B/wavecc run --help | grep '^ *-' | grep -vE '^  (    )?-[^ ]+( [^ ]+)*  +[^ ]'", 1, NULL, NULL},
        {"test $($B/wavecc --help | grep -c '^  -') -gt 40", 0, NULL, NULL},
        {"test $($B/wavetest --help | grep -c '^  -') -gt 20", 0, NULL, NULL},
    };
    CLI_CHECK("cli-help-texts", cases);
}

TEST(values_of_long_options_may_be_the_next_argument)
{
    static const CliCase cases[] = {
        {"echo 'RWBuffer<int> o; [numthreads(8,1,1)] void main() { o[0] = 1; }' > $T/a.hlsl; "
         "$B/wavecc $T/a.hlsl --wave-size 8 --emit plan --target generic | grep -q 'wave 8 '", 0, NULL, NULL},
        {"$B/wavecc $T/a.hlsl --header $T/a.h -c -O0 -o $T/a.o && grep -q wcc_main $T/a.h", 0, NULL, NULL},
        {"$B/wavecc $T/a.hlsl --emit", 2, "--emit= needs a value", NULL},
    };
    test_folder("long-options");
    CLI_CHECK("long-options", cases);
}

TEST(headers_of_modules_are_c_and_cpp)
{
    static const CliCase cases[] = {
        {"for h in testsuite/golden/header/*.header; do cp $h $T/m.h; for cc in 'gcc -x c' 'clang -x c -std=c11' 'g++ -x c++ -std=c++20'; do "
         "printf '#include <errno.h>\\n#include <stdio.h>\\n#include \"m.h\"\\n' | $cc - -Wall -Wextra -Werror -pedantic -fsyntax-only -I$T -Iruntime/include || exit 1; done; done", 0, NULL, NULL},
        {"echo 'RWBuffer<int> o; [numthreads(1,1,1)] void main() { o[0] = 1; }' > $T/a.hlsl; "
         "$B/wavecc $T/a.hlsl -c -O0 --module=a -o $T/a.o --header=$T/a.h && grep -q a_main_bindings $T/a.h", 0, NULL, NULL},
        {"$B/wavecc $T/a.hlsl -c -O0 -o $T/b.o -Fh $T/no/b.h", 3, "cannot write", "b.o"},
        {"$B/wavecc $T/a.hlsl -c -O0 -o $T/b.o --header=$T/a.hlsl", 2, "is the input itself", "b.o"},
        {"$B/wavecc $T/a.hlsl --module=a --header $T/alone.h && cmp $T/a.h $T/alone.h", 0, NULL, NULL},
        {"$B/wavecc $T/a.hlsl --module=a --header - | cmp $T/a.h -", 0, NULL, NULL},
        {"$B/wavecc $T/a.hlsl --header=$T/a.hlsl", 2, "is the input itself", NULL},
        {"$B/wavecc $T/a.hlsl -c --header $T/b.h", 2, "-o FILE is missing", "b.h"},
    };
    CLI_CHECK("cli-header", cases);
}

TEST(a_module_has_the_name_that_it_was_given)
{
    static const CliCase cases[] = {
        {"echo '[numthreads(1,1,1)] void main() {}' > $T/a.hlsl; $B/wavecc $T/a.hlsl --module=_b2 --emit=c | "
         "grep -q '^const WccModule _b2_module'", 0, NULL, NULL},
        {"$B/wavecc $T/a.hlsl -c -O0 --module=blur -o $T/a.o && nm $T/a.o | grep -qw blur_module", 0, NULL, NULL},
        {"$B/wavecc $T/a.hlsl -c --module=2b -o $T/b.o", 2, "--module=2b: expected a name as C has them", "b.o"},
        {"$B/wavecc $T/a.hlsl --module=b -o $T/b", 2, "--module is for -c, -shared and --emit=c", "b"},
    };
    CLI_CHECK("cli-module", cases);
}

/* clang 14 stops at this kernel's shuffles where it is let use AVX512-FP16. */
TEST(wavecc_compiles_16_bit_wave_sums_for_machines_with_fp16_vectors)
{
    static const CliCase cases[] = {
        {"printf 'StructuredBuffer<int16_t> a; RWStructuredBuffer<int16_t> b;\\n[numthreads(4, 1, 1)] void CS(uint i : SV_GroupIndex)\\n"
         "{ int16_t v = a[0]; int16_t sums[2] = {i <= 0 ? WaveActiveSum(v) : 0, i <= 1 ? WaveActiveSum(v) : 0}; b[i] = sums[i]; }\\n' > $T/sum.hlsl; "
         "WAVECC_RT_CFLAGS=-march=sapphirerapids $B/wavecc $T/sum.hlsl -enable-16bit-types --cc=clang --wave-size=4 -c -o $T/sum.o", 0, "", NULL},
    };
    CLI_CHECK("cli-fp16", cases);
}

/* The mask of a partly filled wave names the table of its lane order, which has the entry point's name. */
TEST(wavecc_compiles_an_entry_point_with_a_name_of_240_letters)
{
    static const CliCase cases[] = {
        {"name=$(printf 'n%.0s' $(seq 240)); printf 'RWBuffer<uint> b;\\n[numthreads(5, 1, 1)] void %s(uint i : SV_GroupIndex)"
         " { b[i] = i; }\\n' $name > $T/long.hlsl; $B/wavecc $T/long.hlsl --lane-order=random:1 --wave-size=4 -c -o $T/x.o", 0, "", NULL},
    };
    CLI_CHECK("cli-long", cases);
}

TEST(wavecc_compiles_a_file_whose_path_ends_comments_and_lines)
{
    static const CliCase cases[] = {
        {"mkdir -p \"$T/a*\"; printf 'RWBuffer<uint> b;\\n[numthreads(5, 1, 1)] void CS() { b[0] = 1; }\\n' > \"$T/a*/b.hlsl\"; "
         "$B/wavecc \"$T/a*/b.hlsl\" -c -o $T/x.o", 0, "", NULL},
        {"cp \"$T/a*/b.hlsl\" \"$T/$(printf 'a\\nb')\"; $B/wavecc \"$T/$(printf 'a\\nb')\" -Zi -c -o $T/x.o", 0, "", NULL},
    };
    CLI_CHECK("cli-paths", cases);
}

/* gcc 12 has no instruction for 16 int32_t to double for AVX-512 at -O0, which -Zi -Od means. */
TEST(integers_become_doubles_by_gcc_without_optimisation_for_avx512)
{
    static const CliCase cases[] = {
        {"printf 'RWStructuredBuffer<double> d; RWStructuredBuffer<int> q;\\n[numthreads(64, 1, 1)] void CS(uint i : SV_GroupIndex) { "
         "d[i] = double(q[i]); d[i + 64] = double(q[i] > 5); q[i + 64] = q[i] / q[i + 1]; }\\n' > $T/d.hlsl; "
         "$B/wavecc $T/d.hlsl --cc=gcc -Zi -Od --target=x86-64-v4 --wave-size=64 -c -o $T/d.o", 0, "", NULL},
    };
    CLI_CHECK("cli-doubles", cases);
}

#define FAIL_ON "$B/wavecc testsuite/golden/warnings/what-costs-time-is-remarked-on-request.hlsl "      \
                "--wave-size=32 --target=x86-64-v4 --emit=c "

TEST(a_remark_of_fail_on_is_an_error_and_nothing_is_written)
{
    static const CliCase cases[] = {
        {"rm -f $T/x; " FAIL_ON "--fail-on=slow-division -o $T/x", 1,
         ":15:30: error: integers are divided", "x"},
        {"rm -f $T/x; " FAIL_ON "--fail-on=scatter,divergent-branch -o $T/x", 1,
         ":14:9: error: lanes go different ways", "x"},
        {FAIL_ON "--fail-on=spill -o $T/x", 0, NULL, NULL},
        {FAIL_ON "-Rperf --fail-on=spill -o $T/x", 0, ":15:30: remark:", NULL},
        {FAIL_ON "--fail-on=gahter", 2,
         "--fail-on=gahter: the remarks are gather, scatter, tested-access, strided, "
         "divergent-branch, divergent-loop, slow-division, spill", NULL},
        {FAIL_ON "--fail-on=spill,", 2, "--fail-on=:", NULL},
    };
    test_folder("cli-fail-on");
    CLI_CHECK("cli-fail-on", cases);
}

TEST(the_remarks_are_those_of_their_page)
{
    static const CliCase cases[] = {
        {"$B/wavecc --list-remarks > $T/remarks && "
         "grep '^|' docs/remarks.md | diff - $T/remarks", 0, NULL, NULL},
    };
    test_folder("cli-remarks");
    CLI_CHECK("cli-remarks", cases);
}
