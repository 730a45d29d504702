/* What is too much for the compiler gets an error that says so, quickly and without a crash: nesting, macros,
 * includes, files, arrays. The shaders are made by the shell, since they are large. */
#include "cli.h"
#include "test.h"

/* `WORD` repeated N times: $(many 'WORD' N). */
#define MANY "many() { yes -- \"$1\" | head -n \"$2\" | tr -d '\\n'; }; "
#define COMPILE(file) "; ulimit -t 20; $B/wavecc $T/" file " --emit=c -o /dev/null"
#define KERNEL(body) "RWBuffer<uint> b; [numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { " body " }"

TEST(nesting_a_thousand_deep_is_refused)
{
    static const CliCase cases[] = {
        {MANY "echo \"" KERNEL("b[0] = $(many '(' 1000)1$(many ')' 1000);") "\" > $T/parens.hlsl" COMPILE("parens.hlsl"), 1,
         "error: brackets are nested more than 400 deep", NULL},
        {MANY "echo \"" KERNEL("$(many '{' 1000)b[0] = 1;$(many '}' 1000)") "\" > $T/blocks.hlsl" COMPILE("blocks.hlsl"), 1,
         "error: brackets are nested more than 400 deep", NULL},
        {MANY "echo \"" KERNEL("uint x[1] = $(many '{' 1000)1$(many '}' 1000); b[0] = x[0];") "\" > $T/lists.hlsl" COMPILE("lists.hlsl"), 1,
         "error: brackets are nested more than 400 deep", NULL},
        {MANY "echo \"" KERNEL("b[0] = $(many '- ' 1100)i;") "\" > $T/signs.hlsl" COMPILE("signs.hlsl"), 1,
         "error: the expression is nested more than 1000 deep", NULL},
        {MANY "echo \"" KERNEL("$(many 'if (i) ' 1100)b[0] = 1;") "\" > $T/ifs.hlsl" COMPILE("ifs.hlsl"), 1,
         "error: statements are nested more than 1000 deep", NULL},
        {MANY "echo \"" KERNEL("if (i == 9) b[0] = 0; $(many 'else if (i == 2) b[0] = 1; ' 1100)") "\" > $T/elses.hlsl" COMPILE("elses.hlsl"), 1,
         "error: statements are nested more than 1000 deep", NULL},
        {MANY "echo \"$(many 'struct { ' 1000)int a;$(many '} a;' 1000)" KERNEL("b[0] = 1;") "\" > $T/structs.hlsl" COMPILE("structs.hlsl"), 1,
         "error: brackets are nested more than 400 deep", NULL},
        {MANY "echo \"$(many 'namespace n { ' 1000)int a;$(many '}' 1000)" KERNEL("b[0] = 1;") "\" > $T/namespaces.hlsl" COMPILE("namespaces.hlsl"), 1,
         "error: brackets are nested more than 400 deep", NULL},
        {MANY "echo \"static uint x$(many '[1]' 1000);" KERNEL("x$(many '[0]' 990) = 1; b[0] = 1;") "\" > $T/extents.hlsl" COMPILE("extents.hlsl"), 1,
         "error: the expression is nested more than 500 deep", NULL},
    };
    CLI_CHECK("cli-nesting", cases);
}

/* dxc takes as many as there are; here they were nesting. */
#define ROW(name, value) MANY "echo \"" KERNEL("b[0] = " value ";") "\" > $T/" name ".hlsl; "
#define EMIT(name, stage) "ulimit -t 20; $B/wavecc $T/" name ".hlsl -o /dev/null --emit=" stage
#define RUN(name, options) "$B/wavecc $T/" name ".hlsl -o $T/" name " " options " && $T/" name " --dispatch 1 --size b=1 --print b | grep -qx "
TEST(five_thousand_operators_in_a_row_are_no_nesting)
{
    static const CliCase cases[] = {
        {ROW("sum", "7 $(many ' + b[1]' 5000)") EMIT("sum", "ast"), 0, NULL, NULL},
        {EMIT("sum", "typed"), 0, NULL, NULL},
        {EMIT("sum", "c -Od -Zi"), 0, NULL, NULL},
        {EMIT("sum", "c --check=all --coverage"), 0, NULL, NULL},
        {ROW("words", "7 $(many ' | i' 5000)") EMIT("words", "c -Od"), 0, NULL, NULL},
        {ROW("questions", "i == 0 $(many ' && i < 5 || i > 7' 2500)") EMIT("questions", "c -Od -Wno-parentheses"), 0, NULL, NULL},
        {ROW("known", "7 $(many ' + 2' 5000)") EMIT("known", "c"), 0, NULL, NULL},
        {"$B/wavecc $T/known.hlsl --emit=ir | grep -q ' 10007'", 0, NULL, NULL},
        {ROW("turns", "7 $(many ' * 3 + i' 2500)") "ulimit -s 1024; " EMIT("turns", "c"), 0, NULL, NULL},
        {ROW("equals", "7 $(many ' == i' 5000)") "ulimit -s 2048; " EMIT("equals", "c"), 1,
         "error: this expression: calls, statements and operators are nested too deep here for the compiler's stack", NULL},
    };
    CLI_CHECK("cli-rows", cases);
}

/* 7 + 5000 * 2; 8 + 0 * 3 + 4999 * 1 * 3 + 1. */
SLOW_TEST(five_thousand_operators_in_a_row_give_what_they_are)
{
    static const CliCase cases[] = {
        {ROW("sum", "7 $(many ' + (i + 2)' 5000)") RUN("sum", "-O1") "10007", 0, NULL, NULL},
        {ROW("words", "8 + i $(many ' * 3 + 1' 5000)") RUN("words", "-O1") "15006", 0, NULL, NULL},
    };
    CLI_CHECK("cli-row-values", cases);
}

#define BARRIER_LOOPS "for (uint i = 0; i < b[0]; i++) { "
TEST(barriers_a_hundred_and_fifty_loops_deep_are_taken)
{
    static const CliCase cases[] = {
        {MANY "echo \"RWBuffer<uint> b; [numthreads(64,1,1)] void main() { $(many '" BARRIER_LOOPS "' 150)GroupMemoryBarrierWithGroupSync();"
         "$(many '}' 150) b[1] = 1; }\" > $T/barriers.hlsl" COMPILE("barriers.hlsl"), 0, NULL, NULL},
    };
    CLI_CHECK("cli-barriers", cases);
}

/* cachegrind without its caches counts what callgrind does, and 0.2 million of the program's start, in a quarter of the time. */
#ifdef __SANITIZE_ADDRESS__ /* nothing is counted: valgrind and AddressSanitizer exclude each other */
#define COUNT_INSTRUCTIONS(file, most) "$B/wavecc $T/" file " --target=x86-64-v3 --emit=c -o /dev/null"
#else
#define COUNT_INSTRUCTIONS(file, most)                                                                                     \
    "valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null $B/wavecc $T/" file                         \
    " --target=x86-64-v3 --emit=c -o /dev/null 2>&1 "                                                                      \
    "| awk '/ I +refs:/ { gsub(/,/, \"\"); count = $NF } END { if (!count || count > " #most ") { print count + 0; exit 1 } }'"
#endif

/* 1930 million where what is still to be loaded was found anew for all inner loops in each walk of an outer one. */
SLOW_TEST(barriers_eighty_loops_deep_that_keep_values_are_compiled_in_1050_million_instructions)
{
    static const CliCase cases[] = {
        {"{ echo 'RWStructuredBuffer<uint> o; StructuredBuffer<uint> n; groupshared uint s[64]; [numthreads(64, 1, 1)] void main(uint t : SV_GroupIndex) { uint x = n[t];'; "
         "seq 80 | sed 's/.*/for (uint i& = 0; i& < n[&]; i&++) { uint y& = x * n[t + &];/'; "
         "echo 's[t] = x; GroupMemoryBarrierWithGroupSync(); x += s[63 - t]; GroupMemoryBarrierWithGroupSync();'; "
         "seq 80 -1 1 | sed 's/.*/x += y&; }/'; echo 'o[t] = x; }'; } > $T/kept.hlsl; " COUNT_INSTRUCTIONS("kept.hlsl", 1050e6), 0, NULL, NULL},
    };
    CLI_CHECK("cli-kept", cases);
}

/* 25 s where each access of a stretch was held against all others, for each of the stretches behind its blocks. */
TEST(forty_copies_of_elements_of_64_numbers_are_compiled_in_seconds)
{
    static const CliCase cases[] = {
        {"{ echo 'struct S { float a[64]; }; RWStructuredBuffer<float> o; [numthreads(64, 1, 1)] void main(uint t : SV_DispatchThreadID) { float x = t; S s[4]; s = (S[4])0;'; "
         "seq 40 | sed 's/.*/s[(int)x % 4] = s[& % 4]; x += s[t % 4].a[3];/'; echo 'o[t] = x; }'; } > $T/copies.hlsl; "
         "ulimit -t 8; $B/wavecc $T/copies.hlsl --target=x86-64-v3 --emit=c -o /dev/null", 0, NULL, NULL},
    };
    CLI_CHECK("cli-copies", cases);
}

/* 420 million where each turn's copy took a list of all values, and each name of the C was compared with all that the
 * runtime defines. */
#define ELIMINATION                                                                                                        \
    "RWStructuredBuffer<float> m; [numthreads(32, 1, 1)] void main(uint3 id : SV_DispatchThreadID) { float a[8][8];"       \
    "for (int y = 0; y < 8; y++) for (int x = 0; x < 8; x++) a[y][x] = m[id.x * 64 + y * 8 + x];"                          \
    "for (int k = 0; k < 8; k++) for (int r = k + 1; r < 8; r++) for (int c = k; c < 8; c++)"                              \
    "    a[r][c] -= a[r][k] / a[k][k] * a[k][c];"                                                                          \
    "for (int v = 0; v < 8; v++) for (int u = 0; u < 8; u++) m[id.x * 64 + v * 8 + u] = a[v][u]; }"
/* Twice: the kernel is large, and goes through the passes once more, in waves of one vector. */
TEST(loops_in_loops_in_loops_are_unrolled_twice_in_140_million_instructions)
{
    static const CliCase cases[] = {
        {"echo '" ELIMINATION "' > $T/loops.hlsl; " COUNT_INSTRUCTIONS("loops.hlsl", 140e6), 0, NULL, NULL},
    };
    CLI_CHECK("cli-loops", cases);
}

/* 237 million where what a picture's edges are asked by was copied for each use of what it is made of. */
#define SQUARES                                                                                                          \
    "StructuredBuffer<uint> n; RWStructuredBuffer<uint> m; cbuffer C { uint w; } "                                       \
    "[numthreads(32, 8, 1)] void main(uint2 id : SV_DispatchThreadID) { uint sum = 0; "                                  \
    "[branch] if (id.x < w) { uint a = id.y; a *= a; a *= a; a *= a; a *= a; a *= a; a *= a; a *= a; a *= a; a *= a; "   \
    "[unroll] for (uint c = 0; c < 40; c++) sum += n[min(id.x + a + c, w - 1)]; } m[id.y * w + id.x] = sum; }"
TEST(edges_of_squares_of_squares_are_compiled_in_40_million_instructions)
{
    static const CliCase cases[] = {
        {"echo '" SQUARES "' > $T/squares.hlsl; " COUNT_INSTRUCTIONS("squares.hlsl", 40e6), 0, NULL, NULL},
    };
    CLI_CHECK("cli-squares", cases);
}

/* 360 million where each access to each array of the lanes' own was looked for in the whole kernel, for each loop. */
#define ARRAYS_OF_THEIR_OWN \
    "{ uint c[16]; [loop] for (i = 0; i < 16; i++) c[i] = n[h + i]; do { c[h & 15] += h; h = h * 5 + c[h >> 3 & 15]; } while (h & 7); } "
TEST(forty_arrays_that_lanes_walk_are_compiled_in_150_million_instructions)
{
    static const CliCase cases[] = {
        {MANY "echo \"StructuredBuffer<uint> n; RWStructuredBuffer<uint> o; [numthreads(64, 1, 1)] void main(uint t : SV_DispatchThreadID) { uint h = n[t], i;"
         "$(many '" ARRAYS_OF_THEIR_OWN "' 40) o[t] = h; }\" > $T/arrays.hlsl; " COUNT_INSTRUCTIONS("arrays.hlsl", 150e6), 0, NULL, NULL},
    };
    CLI_CHECK("cli-own-arrays", cases);
}

/* 360 and 320 million where each branch of a chain was searched for jumps at each level of its nesting, what may run by
 * pieces was found out for each block anew, and each atomic looked for its uses and its place in the whole kernel. */
SLOW_TEST(chains_of_cases_and_rows_of_atomics_are_compiled_in_280_and_220_million_instructions)
{
    static const CliCase cases[] = {
        {"{ echo 'RWStructuredBuffer<uint> o; StructuredBuffer<uint> n; [numthreads(64, 1, 1)] void main(uint t : SV_DispatchThreadID) { uint x = 0; switch (n[t]) {'; "
         "seq 250 | sed 's/.*/case &: x = n[x + &]; break;/'; echo '} o[t] = x; }'; } > $T/cases.hlsl; " COUNT_INSTRUCTIONS("cases.hlsl", 280e6), 0, NULL, NULL},
        {"{ echo 'RWStructuredBuffer<uint> o; StructuredBuffer<uint> n; [numthreads(64, 1, 1)] void main(uint t : SV_DispatchThreadID) { uint a = n[t];'; "
         "seq 500 | sed 's/.*/InterlockedAdd(o[a + &], a);/'; echo '}'; } > $T/atomics.hlsl; " COUNT_INSTRUCTIONS("atomics.hlsl", 220e6), 0, NULL, NULL},
    };
    CLI_CHECK("cli-chains", cases);
}

/* 1620 million where what followed each `continue` was moved, the rest of the turn with it, and where each branch counted
 * all that its loop does beside it. */
SLOW_TEST(eight_hundred_continues_in_a_loop_are_compiled_in_1100_million_instructions)
{
    static const CliCase cases[] = {
        {"{ echo 'RWStructuredBuffer<uint> o; [numthreads(64, 1, 1)] void main(uint t : SV_DispatchThreadID) { uint s = t; for (uint k = 0; k < o[0]; k++) {'; "
         "seq 800 | sed 's/.*/if (s == &) continue; s += 3;/'; echo '} o[t] = s; }'; } > $T/continues.hlsl; " COUNT_INSTRUCTIONS("continues.hlsl", 1100e6), 0, NULL, NULL},
    };
    CLI_CHECK("cli-continues", cases);
}

/* 1690 million where each name of a resource's type was looked for in a list, and each label of a pass among all. */
SLOW_TEST(two_hundred_entry_points_with_resources_of_their_own_are_compiled_in_1450_million_instructions)
{
    static const CliCase cases[] = {
        {"seq 200 | sed 's/.*/RWStructuredBuffer<uint> o& : register(u&); [numthreads(8, 1, 1)] void main&(uint t : SV_GroupIndex) { o&[t] = t; }/' > $T/entries.hlsl; "
         COUNT_INSTRUCTIONS("entries.hlsl", 1450e6), 0, NULL, NULL},
    };
    CLI_CHECK("cli-own-entries", cases);
}

/* 1410 million where each entry point declared all others, and more than twice that of twice as many. */
SLOW_TEST(four_hundred_entry_points_are_compiled_in_950_million_instructions)
{
    static const CliCase cases[] = {
        {"{ echo 'RWStructuredBuffer<float> o;'; seq 400 | sed 's/.*/[numthreads(64, 1, 1)] void main&(uint t : SV_DispatchThreadID) { o[t] = t * &; }/'; } > $T/many.hlsl; "
         COUNT_INSTRUCTIONS("many.hlsl", 950e6), 0, NULL, NULL},
    };
    CLI_CHECK("cli-many-entries", cases);
}

/* 40 s where each field asked all bases whether it follows theirs, and each base was looked for among all. */
TEST(two_thousand_bases_take_no_time)
{
    static const CliCase cases[] = {
        {"{ echo 'struct S0 { uint a0; };'; for i in $(seq 2000); do echo \"struct S$i : S$((i - 1)) { uint a$i; };\"; done; echo '"
         KERNEL("S2000 s = (S2000)0; s.a7 = i; b[0] = s.a7 + s.a2000;") "'; } > $T/bases.hlsl; ulimit -t 3; $B/wavecc $T/bases.hlsl --emit=c -o /dev/null", 0, NULL, NULL},
    };
    CLI_CHECK("cli-bases", cases);
}

/* Two ways from each namespace to the one before. */
TEST(namespaces_that_use_each_other_in_a_billion_ways_take_no_time)
{
    static const CliCase cases[] = {
        {"{ echo 'namespace n0 { uint f() { return 1; } }'; for i in $(seq 30); do p=$((i - 1)); echo \"namespace l$i { using namespace n$p; } namespace r$i { using namespace n$p; }"
         " namespace n$i { using namespace l$i; using namespace r$i; }\"; done; echo '" KERNEL("b[0] = n30::f();") "'; } > $T/diamonds.hlsl" COMPILE("diamonds.hlsl"), 0, NULL, NULL},
        {"echo 'using namespace n30; uint k = g;' >> $T/diamonds.hlsl" COMPILE("diamonds.hlsl"), 1, "error: 'g' is not declared", NULL},
    };
    CLI_CHECK("cli-diamonds", cases);
}

/* Hours where all that an index adds up was gone through: a and b are Fibonacci's numbers of addends. */
TEST(sums_of_sums_are_indices_that_take_no_time)
{
    static const CliCase cases[] = {
        {MANY "echo \"" KERNEL("uint a = i, c = b[i]; $(many 'a += c; c += a; ' 30)b[a] = c; b[a + 1] = a;") "\" > $T/sums.hlsl" COMPILE("sums.hlsl"), 0, NULL, NULL},
    };
    CLI_CHECK("cli-sums", cases);
}

/* 2560 million where each entry point at each wave size had all functions of the file checked anew. */
TEST(squares_of_squares_that_threads_divide_by_take_no_time)
{
    static const CliCase cases[] = {
        {"(echo 'cbuffer C { uint n; }; RWStructuredBuffer<uint> o; [numthreads(64, 1, 1)] void main(uint i : SV_DispatchThreadID)'; "
         "echo '{ uint k = n;'; for at in 1 2 3 4 5 6 7 8 9 10 11 12; do echo 'k = k * k + 1; k = k * k + 3; k = k * k + 5;'; done; "
         "echo 'o[i] = i % k; }') > $T/squares.hlsl" COMPILE("squares.hlsl"), 0, NULL, NULL},
    };
    CLI_CHECK("cli-squares", cases);
}

SLOW_TEST(entry_points_over_a_long_file_are_compiled_in_400_million_instructions)
{
    static const CliCase cases[] = {
        {MANY "{ for f in $(seq 60); do echo \"float3 f$f(float3 a, float b) { $(many 'a = normalize(a * b + a.yzx) - cross(a, a.yzx * a.x); ' 20)return a; }\"; done; "
         "echo 'RWStructuredBuffer<float3> o;'; for e in $(seq 40); do echo \"[numthreads(4, 1, 1)] void main$e(uint t : SV_DispatchThreadID) { o[t] = t * $e; }\"; done; } "
         "> $T/entries.hlsl; " COUNT_INSTRUCTIONS("entries.hlsl", 400e6), 0, NULL, NULL},
    };
    CLI_CHECK("cli-entries", cases);
}

#define ENTRY(name, wave, printed)                                                                                         \
    {"$T/entries -e " name " --in 'a=u32(0..15)' --in 'b=u32(100..115)' --size o=16 --dispatch 1 --wave-size " wave        \
     " --print o:2 2>&1 | grep -v warning | tr '\\n' ' ' | grep -x '" printed " '", 0, NULL, NULL}
TEST(an_entry_point_calls_what_others_and_other_wave_sizes_do_not)
{
    static const CliCase cases[] = {
        {"$B/wavecc testsuite/cli/entries.hlsl --wave-size=4,16 -O0 -o $T/entries", 0, "of_one' is declared behind", NULL},
        ENTRY("first", "4", "0 1"), ENTRY("second", "4", "0 1"), ENTRY("second", "16", "1000 1010"),
        ENTRY("third", "4", "1010002 1011003"), ENTRY("fourth", "4", "1000 1014"), ENTRY("fourth", "16", "1000 1011"),
        ENTRY("fifth", "4", "7 8"), ENTRY("fifth", "16", "13 14"), ENTRY("sixth", "4", "17 18"), ENTRY("sixth", "16", "0 1"),
        {"$T/entries --list | grep -q 'b  *StructuredBuffer<uint>  *t1 '", 0, NULL, NULL},
    };
    CLI_CHECK("cli-entry-calls", cases);
}

/* A minute where each load was held against all loads before it, for each of them anew. */
SLOW_TEST(three_thousand_choices_of_loads_are_compiled_in_seconds)
{
    static const CliCase cases[] = {
        {MANY "echo \"StructuredBuffer<uint> n; " KERNEL("uint s = 0; $(many 's += s > n[i] ? n[i + s] : n[2 * i + s]; ' 3200) b[i] = s;")
         "\" > $T/choices.hlsl" COMPILE("choices.hlsl"), 0, NULL, NULL},
    };
    CLI_CHECK("cli-choices", cases);
}

TEST(templates_a_thousand_deep_are_refused)
{
    static const CliCase cases[] = {
        {"echo 'template<int N> struct S { S<N - 1> inner; }; template<> struct S<0> { uint x; }; S<1000> s; " KERNEL("b[0] = 1;") "' > $T/structs.hlsl"
         COMPILE("structs.hlsl"), 1, "fatal error: template 'S' uses itself more than 256 deep", NULL},
        {"echo 'template<int N> uint f() { return f<N - 1>() + 1; } template<> uint f<0>() { return 0; } " KERNEL("b[0] = f<1000>();") "' > $T/functions.hlsl"
         COMPILE("functions.hlsl"), 1, "fatal error: template 'f' uses itself more than 256 deep", NULL},
        {MANY "echo \"template<int N> uint f(uint x) { $(many 'if (x) ' 900)return f<N - 1>(x); return 1; } template<> uint f<0>(uint x) { return x; } " KERNEL("b[0] = f<250>(i);") "\" > $T/ifs.hlsl"
         COMPILE("ifs.hlsl"), 1, "fatal error: statements are nested more than 5000 deep", NULL},
        {MANY "echo \"template<int N> uint f(uint x) { return $(many 'min(x, ' 100)f<N - 1>(x)$(many ')' 100); } template<> uint f<0>(uint x) { return x; } " KERNEL("b[0] = f<250>(i);") "\" > $T/calls.hlsl"
         COMPILE("calls.hlsl"), 1, "fatal error: the expression is nested more than 2000 deep", NULL},
        {MANY "echo \"template<typename T> struct S { T x; }; $(many 'S<' 1000)int$(many '> ' 1000) s; " KERNEL("b[0] = 1;") "\" > $T/arguments.hlsl"
         COMPILE("arguments.hlsl"), 1, "error: brackets are nested more than 400 deep", NULL},
    };
    CLI_CHECK("cli-templates", cases);
}

/* #if has no limit but memory. */
TEST(conditions_a_thousand_deep_are_taken)
{
    static const CliCase cases[] = {
        {"{ yes '#if 1' | head -n 1000; echo '" KERNEL("b[0] = 1;") "'; yes '#endif' | head -n 1000; } > $T/ifs.hlsl" COMPILE("ifs.hlsl"), 0, NULL, NULL},
        {"{ yes '#if 0' | head -n 1000; yes '#endif' | head -n 1000; echo '" KERNEL("b[0] = 1;") "'; } > $T/skipped.hlsl" COMPILE("skipped.hlsl"), 0, NULL, NULL},
        {MANY "{ echo \"#if $(many '(' 1000)1$(many ')' 1000)\"; echo '#endif'; } > $T/parens.hlsl" COMPILE("parens.hlsl"), 1,
         "error: the condition is nested more than 256 deep", NULL},
    };
    CLI_CHECK("cli-conditions", cases);
}

TEST(macros_without_end_are_refused)
{
    static const CliCase cases[] = {
        {"{ echo '#define M0 1 +'; for i in $(seq 24); do echo \"#define M$i M$((i - 1)) M$((i - 1))\"; done; echo 'int x = M24 1;'; } > $T/doubling.hlsl"
         COMPILE("doubling.hlsl"), 1, "error: macros expand to more than 10 million tokens", NULL},
        {MANY "{ echo '#define F(x) x'; echo \"int y = $(many 'F(' 1000)1$(many ')' 1000);\"; } > $T/arguments.hlsl" COMPILE("arguments.hlsl"), 1,
         "error: macro arguments are nested more than 500 deep", NULL},
    };
    CLI_CHECK("cli-macros", cases);
}

TEST(includes_without_end_are_refused)
{
    static const CliCase cases[] = {
        {"echo '#include \"b.hlsli\"' > $T/a.hlsl; echo '#include \"a.hlsl\"' > $T/b.hlsli" COMPILE("a.hlsl"), 1,
         "error: includes are nested more than 200 deep; does a file include itself?", NULL},
        {"for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do { echo \"#include \\\"$((i + 1)).hlsli\\\"\"; echo \"#include \\\"$((i + 1)).hlsli\\\"\"; } > $T/$i.hlsli; done;"
         "echo > $T/15.hlsli; echo '#include \"1.hlsli\"' > $T/fan.hlsl" COMPILE("fan.hlsl"), 1,
         "error: more than 20000 files are included", NULL},
        {"mkdir -p $T/folder.hlsli; echo '#include \"folder.hlsli\"' > $T/folder.hlsl" COMPILE("folder.hlsl"), 1,
         "error: cannot find 'folder.hlsli' to include", NULL},
    };
    CLI_CHECK("cli-includes", cases);
}

TEST(what_is_no_text_is_refused)
{
    static const CliCase cases[] = {
        {"printf 'a\\000b' | $B/wavecc - --emit=c -o /dev/null", 1, "error: '<stdin>' is not text: it holds a NUL byte", NULL},
        {"rm -f $T/missing.hlsl" COMPILE("missing.hlsl"), 2, "error: cannot read '", NULL},
        {"rm -f $T/missing.hlsl" COMPILE("missing.hlsl"), 2, "': No such file or directory", NULL},
    };
    CLI_CHECK("cli-binary", cases);
}

TEST(an_output_in_a_folder_that_is_not_there_is_told_so)
{
    static const CliCase cases[] = {
        {"echo '[numthreads(1, 1, 1)] void main() {}' > $T/none.hlsl; $B/wavecc $T/none.hlsl --emit=c -o $T/nofolder/", 3,
         "nofolder/': No such file or directory", NULL},
        {"$B/wavecc $T/none.hlsl --emit=c -o $T/nofolder/x.c", 3, "nofolder/x.c': No such file or directory", NULL},
        {"mkdir -p $T/afolder; $B/wavecc $T/none.hlsl --emit=c -o $T/afolder/", 3, "afolder/': Is a directory", NULL},
    };
    CLI_CHECK("cli-no-folder", cases);
}

TEST(groups_and_arrays_have_limits)
{
#define GROUP(numbers) "echo 'RWBuffer<uint> b; [numthreads(" numbers ")] void main() { b[0] = 1; }' > $T/group.hlsl" COMPILE("group.hlsl")
    static const CliCase cases[] = {
        {GROUP("1024,1,1"), 0, NULL, NULL},
        {GROUP("1,1024,1"), 0, NULL, NULL},
        {GROUP("16,1,64"), 0, NULL, NULL},
        {GROUP("1025,1,1"), 1, "note: 1025 threads are outside 1 to 1024", NULL},
        {GROUP("1,1025,1"), 1, "note: 1025 threads are outside 1 to 1024", NULL},
        {GROUP("1,1,65"), 1, "note: 65 threads are outside 1 to 64", NULL},
        {GROUP("0,1,1"), 1, "note: 0 threads are outside 1 to 1024", NULL},
        {GROUP("32,33,1"), 1, "note: 1056 threads in a group are more than 1024", NULL},
        {"echo '" KERNEL("uint x[0x20000000]; x[i] = 1; b[0] = x[b[1]];") "' > $T/local.hlsl" COMPILE("local.hlsl"), 1,
         "error: 'uint[536870912]' has 2147483648 bytes; the limit is 2147483647", NULL},
        {"echo 'static uint x[2][0x10000000]; " KERNEL("x[i][i] = 1; b[0] = x[b[1]][b[2]];") "' > $T/static.hlsl" COMPILE("static.hlsl"), 1,
         "error: 'uint[2][268435456]' has 2147483648 bytes; the limit is 2147483647", NULL},
        {"echo 'struct S { uint x[0x10000000]; }; " KERNEL("S s[2]; s[i].x[i] = 1; b[0] = s[b[1]].x[b[2]];") "' > $T/struct.hlsl" COMPILE("struct.hlsl"), 1,
         "error: 'S[2]' has 2147483648 bytes; the limit is 2147483647", NULL},
        {"echo 'struct S { uint x[0x10000000]; uint y[0x10000000]; }; " KERNEL("b[0] = 1;") "' > $T/fields.hlsl" COMPILE("fields.hlsl"), 1,
         "error: 'S' has 2147483648 bytes; the limit is 2147483647", NULL},
        {"echo 'struct S { Texture2D<float> t; }; S s[0x7fffffff][2]; " KERNEL("b[0] = 1;") "' > $T/textures.hlsl" COMPILE("textures.hlsl"), 1,
         "error: an array cannot have 2147483647 elements", NULL},
        {"echo '" KERNEL("uint x[-1]; b[0] = 1;") "' > $T/negative.hlsl" COMPILE("negative.hlsl"), 1,
         "error: an array cannot have -1 elements", NULL},
    };
    CLI_CHECK("cli-group", cases);
}

TEST(groupshared_memory_past_32_KiB_is_warned_of_and_refused_by_old_profiles)
{
#define SHARED "echo 'groupshared uint s[8193]; " KERNEL("s[i] = 1; b[0] = s[b[1]];") "' > $T/shared.hlsl" COMPILE("shared.hlsl")
    static const CliCase cases[] = {
        {SHARED, 0, "warning: the entry point uses 32772 bytes of groupshared memory; many GPUs have no more than 32768 [-Wgroupshared-size]", NULL},
        {SHARED " -T cs_6_0", 0, "warning: the entry point uses 32772 bytes of groupshared memory; many GPUs have no more than 32768", NULL},
        {SHARED " -T cs_6_0 -WX", 1, "error: the entry point uses 32772 bytes of groupshared memory; many GPUs have no more than 32768", NULL},
        {SHARED " -T cs_5_0", 1, "error: the entry point uses 32772 bytes of groupshared memory; the limit is 32768", NULL},
        {SHARED " -T cs_5_1 -Wno-groupshared-size", 1, "error: the entry point uses 32772 bytes of groupshared memory; the limit is 32768", NULL},
    };
    CLI_CHECK("cli-shared", cases);
}

SLOW_TEST(a_file_of_50_MB_is_compiled)
{
    static const CliCase cases[] = {
        {"{ seq 500000 | sed 's|.*|float f&(float x, uint y) { return x * (float)y + 0.5f; } // a line of a long, long file, like the others|'; echo '"
         KERNEL("b[0] = f1(1, 2);") "'; } > $T/large.hlsl; ulimit -t 60; $B/wavecc $T/large.hlsl --emit=c -o /dev/null; "
         "status=$?; rm $T/large.hlsl; exit $status", 0, NULL, NULL},
        {"truncate -s 1100000000 $T/huge.hlsl; ulimit -t 60; $B/wavecc $T/huge.hlsl --emit=c -o /dev/null; status=$?; rm $T/huge.hlsl; exit $status", 1,
         "it is over 1 GiB", NULL},
    };
    CLI_CHECK("cli-large", cases);
}

/* 2048 calls of a function with variables of its own, in branches eleven deep: each variable is its call's alone. The
 * passes before took 2.6 GB for them, and of 4096 calls more than 8. */
#ifdef __SANITIZE_ADDRESS__ /* reserves more room than any machine has */
#define ONE_GB ""
#else
#define ONE_GB "ulimit -v 1000000; "
#endif
SLOW_TEST(variables_of_thousands_of_calls_take_room_by_their_number)
{
    static const CliCase cases[] = {
        {"{ echo 'uint f0(uint x) { uint a = x, b = x + 1, c; if (x > 3) { c = a; a = b * 3; b = c; } else b += a; return a ^ b; }'; "
         "for i in 1 2 3 4 5 6 7 8 9 10 11; do l=$((i - 1)); "
         "echo \"uint f$i(uint x) { uint r; if (x & $i) r = f$l(x) + 5; else r = f$l(x * $i + 1); return r; }\"; done; echo '"
         KERNEL("b[0] = f11(b[1]);") "'; } > $T/calls.hlsl; " ONE_GB "ulimit -t 60; "
         "$B/wavecc $T/calls.hlsl --emit=c --wave-size=8 -o /dev/null", 0, NULL, NULL},
    };
    CLI_CHECK("cli-calls", cases);
}

/* 2 GB where the jumps of the whole kernel were found anew for each stretch between two barriers, and kept. */
TEST(thousands_of_stretches_take_room_by_their_number)
{
    static const CliCase cases[] = {
        {"{ echo 'groupshared float g[64]; RWStructuredBuffer<float> o; [numthreads(64,1,1)] void main(uint t : SV_GroupIndex) { float x = t;'; "
         "seq 2000 | sed 's/.*/g[t] = x; GroupMemoryBarrierWithGroupSync(); x += g[63 - t] * &; GroupMemoryBarrierWithGroupSync();/'; "
         "echo 'o[t] = x; }'; } > $T/stretches.hlsl; " ONE_GB "ulimit -t 8; $B/wavecc $T/stretches.hlsl --target=x86-64-v3 --emit=c -o /dev/null", 0, NULL, NULL},
    };
    CLI_CHECK("cli-stretches", cases);
}

/* Each access looked through the whole kernel for loops: minutes. */
SLOW_TEST(ten_thousand_lines_that_each_load_and_store_take_time_by_their_number)
{
    static const CliCase cases[] = {
        {"{ echo 'RWStructuredBuffer<int> b; [numthreads(8,1,1)] void main(uint i : SV_GroupIndex) {'; "
         "seq 10000 | sed 's/.*/b[i + &] = b[i + & + 1] * &;/'; echo '}'; } > $T/lines.hlsl; ulimit -t 60; "
         "$B/wavecc $T/lines.hlsl --emit=c -o /dev/null", 0, NULL, NULL},
    };
    CLI_CHECK("cli-lines", cases);
}

#define BUFFER "RWStructuredBuffer<uint> b; [numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { "

/* Values are taken apart into numbers and calls are inlined: a budget, in one place (compiler/lower/budget.c). */
TEST(what_would_be_too_much_code_is_named)
{
    static const CliCase cases[] = {
        {"echo '" BUFFER "uint x[100000], y[100000]; x[i] = 1; y = x; b[0] = y[i]; }' > $T/copy.hlsl" COMPILE("copy.hlsl"), 1,
         "error: a value of 'uint[100000]', with its 100000 numbers, is taken as a whole; the limit is 65536", NULL},
        {"{ echo 'struct S0 { uint a; };'; for i in $(seq 20); do echo \"struct S$i { S$((i - 1)) a, b; };\"; done; "
         "echo '" BUFFER "S20 x = (S20)0; b[0] = 1; }'; } > $T/structs.hlsl" COMPILE("structs.hlsl"), 1, "a value of 'S20', with its 1048576 numbers", NULL},
        {"{ echo 'struct S0 { uint a; };'; for i in $(seq 28); do echo \"struct S$i { S$((i - 1)) a, b; };\"; done; "
         "echo '" BUFFER "S28 x = (S28)0; b[0] = 1; }'; } > $T/doubled.hlsl" COMPILE("doubled.hlsl"), 1, "a value of 'S28', with its 268435456 numbers", NULL},
        {"{ echo 'uint f0(uint x) { return x * x + b[x]; }' | cat - ; for i in $(seq 24); do echo \"uint f$i(uint x) { return f$((i - 1))(x) + f$((i - 1))(x + 1); }\"; done; } "
         "> $T/f.hlsli; echo 'RWBuffer<uint> b;' | cat - $T/f.hlsli > $T/calls.hlsl; echo '[numthreads(1,1,1)] void main() { b[0] = f24(b[1]); }' >> $T/calls.hlsl"
         COMPILE("calls.hlsl"), 1, "error: f3: the kernel has more than 4194304 operations up to here, with all calls inlined", NULL},
        {"{ echo 'uint f0(uint x) { return x; }'; seq 5000 | awk '{ print \"uint f\" $1 \"(uint x) {{{{{{{{ return f\" $1 - 1 \"(x) + 1; }}}}}}}}\" }'; echo '" BUFFER
         "b[0] = f5000(i); }'; } > $T/chain.hlsl" COMPILE("chain.hlsl"), 1, "error: this expression: calls, statements and operators are nested too deep here for the compiler's stack", NULL},
    };
    CLI_CHECK("cli-budget", cases);
}

TEST(structs_that_double_by_nesting_are_measured_once)
{
    static const CliCase cases[] = {
        {"{ echo 'struct S0 { uint a; };'; for i in $(seq 60); do echo \"struct S$i { S$((i - 1)) a, b; };\"; done; "
         "echo '" KERNEL("b[0] = 1;") "'; } > $T/sizes.hlsl" COMPILE("sizes.hlsl"), 1, "error: 'S29' has 2147483648 bytes", NULL},
        {"{ echo 'struct S0 { Buffer<uint> a; };'; for i in $(seq 60); do echo \"struct S$i { S$((i - 1)) a, b; };\"; done; "
         "echo '" KERNEL("b[0] = 1;") "'; } > $T/resources.hlsl" COMPILE("resources.hlsl"), 1, "error: 'S29' has", NULL},
        {"echo 'template<typename T> struct P { T a, b; }; template<typename T> uint f(T x) { P<T> y; return f(y); } " KERNEL("b[0] = f(i);") "' > $T/template.hlsl"
         COMPILE("template.hlsl"), 1, "has 2147483648 bytes", NULL},
    };
    CLI_CHECK("cli-doubling", cases);
}

TEST(streams_without_end_and_strings_that_double_are_refused)
{
    static const CliCase cases[] = {
        {"echo '#include \"/dev/zero\"' > $T/zero.hlsl" COMPILE("zero.hlsl"), 1, "it is no file, and has more than 64 MiB", NULL},
        {"yes | { ulimit -t 20; $B/wavecc - --emit=c; }", 1, "it is no file, and has more than 64 MiB", NULL},
        {"{ echo '#define STRING(x) #x'; echo '#define EXPANDED(x) STRING(x)'; echo '#define S0 a'; "
         "for i in $(seq 60); do echo \"#define S$i EXPANDED(S$((i - 1)) S$((i - 1)))\"; done; echo 'S60'; } > $T/strings.hlsl" COMPILE("strings.hlsl"), 1,
         "macros expand to more than 10 million tokens", NULL},
        {"{ echo '#define S0(x) #x'; for i in $(seq 60); do echo \"#define S$i(x) S$((i - 1))(#x #x)\"; done; echo 'S60(a)'; } > $T/quotes.hlsl" COMPILE("quotes.hlsl"), 1,
         "macros expand to more than 10 million tokens", NULL},
        {"{ echo '#define PASTE(x, y) x##y'; echo '#define TWICE(x) PASTE(x, x)'; echo '#define P0 a'; "
         "for i in $(seq 60); do echo \"#define P$i TWICE(P$((i - 1)))\"; done; echo 'P60'; } > $T/pastes.hlsl" COMPILE("pastes.hlsl"), 1,
         "error", NULL},
    };
    CLI_CHECK("cli-endless", cases);
}

/* What an executable and wavetest read may have no end, either. */
TEST(data_without_end_is_refused)
{
    static const CliCase cases[] = {
        {"echo 'StructuredBuffer<float> a; RWStructuredBuffer<float> o; [numthreads(1,1,1)] void main() { o[0] = a[0]; }' > $T/data.hlsl; "
         "$B/wavecc $T/data.hlsl --wave-size=4 -o $T/data", 0, NULL, NULL},
        {"ulimit -t 60; $T/data --in a=/dev/zero:bin --print o", 2, "--in a=/dev/zero:bin: it is no file, and has more than 1 GiB", NULL},
        {"ulimit -t 60; yes 1 | $T/data --in a=-:csv --print o", 2, "--in a=-:csv: it is no file, and has more than 1 GiB", NULL},
        {"truncate -s 5G $T/data.bin; $T/data --in a=$T/data.bin --print o; status=$?; rm $T/data.bin; exit $status", 2,
         "data.bin: the file is too large: it has more than 4 GiB", NULL},
        {"ulimit -t 60; $B/wavetest /dev/zero > $T/report.txt; status=$?; grep '/dev/zero: it is no file, and has more than 64 MiB' $T/report.txt && exit $status", 1, NULL, NULL},
    };
    CLI_CHECK("cli-endless-data", cases);
}

TEST(many_resources_and_cases_take_no_longer_than_they_are_many)
{
    static const CliCase cases[] = {
        {"{ seq 2000 | sed 's/.*/Buffer<uint> r&;/'; echo '" BUFFER "uint s = 0;'; seq 2000 | sed 's/.*/s += r&[i];/'; echo 'b[0] = s; }'; } > $T/resources.hlsl; "
         "ulimit -t 5; $B/wavecc $T/resources.hlsl --emit=ast -o /dev/null && $B/wavecc $T/resources.hlsl --dump=after:lower > /dev/null", 0, NULL, NULL},
        {"{ echo '" BUFFER "uint s = 0; switch (i) {'; seq 1000 | sed 's/.*/case &: s += b[&]; break;/'; echo '} b[0] = s; }'; } > $T/cases.hlsl" COMPILE("cases.hlsl"), 0,
         NULL, NULL},
    };
    CLI_CHECK("cli-many", cases);
}

TEST(numbers_of_lines_and_registers_end)
{
    static const CliCase cases[] = {
        {"printf '#line 2147483647\n\n\nnothing;\n' > $T/line.hlsl" COMPILE("line.hlsl"), 1, "line.hlsl:2147483647:1: error", NULL},
        {"echo 'struct R { Buffer<uint> a[4]; Buffer<uint> b; }; R r : register(t2147483646); " BUFFER "b[0] = r.a[3][0] + r.b[0]; }' > $T/register.hlsl"
         COMPILE("register.hlsl"), 1, "'t2147483650' is no register", NULL},
    };
    CLI_CHECK("cli-ends", cases);
}
