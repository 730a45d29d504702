/* Programs that embed compiled kernels: memory that ends at unmapped pages, and the program of docs/embedding.md. */
#include "cli.h"
#include "test.h"

#define LINK " $B/libwavecc_rt.a $(sed -n 's/^RT_LIBS *= //p' Makefile) -ldl -o "
#define HOST "gcc -std=gnu11 -O1 -Wall -Wextra -Werror -Iruntime/include "
#define MEMORY(target, sizes, list)                                                                                       \
    "$B/wavecc testsuite/embedding/memory.hlsl -enable-16bit-types -c --target=" target                                  \
    " --wave-size=" list " -o $T/" target ".o && " HOST "testsuite/embedding/memory.c $T/" target ".o" LINK       \
    "$T/" target " && $T/" target " " sizes

/* Loads, gathers, samples and stores. A wave goes piece by piece, and each piece is touched as a wave of its
 * size would: so at each size of pieces that a target has, with one, two and, natively, more of them. Whether C
 * compilers touch more than they are told is seen of one and two, or of half of one. */
SLOW_TEST(memory_that_ends_at_an_unmapped_page_is_used_in_place)
{
    static const CliCase cases[] = {
        {MEMORY("native", "8 16", "8,16"), 0, NULL, NULL},
        {MEMORY("generic", "8", "8"), 0, NULL, NULL},
    };
    static const CliCase as_written[] = {
        {MEMORY("native", "4 32 128", "4,32,128"), 0, NULL, NULL},
        {MEMORY("generic", "4", "4"), 0, NULL, NULL},
        {MEMORY("x86-64-v3", "4 8 16", "4,8,16"), 0, NULL, NULL},
    };
    test_folder("cli-embedding");
    CLI_CHECK_OPTIMISED("cli-embedding", cases);
    CLI_CHECK("cli-embedding", as_written);
}

/* Its kernel and its program stand in the page, behind ```hlsl and ```c. */
SLOW_TEST(the_program_of_the_page_about_embedding_runs)
{
    static const CliCase cases[] = {
        {"awk '/^```/ { inside = $0 == \"```hlsl\"; next } inside' docs/embedding.md > $T/scale.hlsl && "
         "awk '/^```/ { inside = $0 == \"```c\"; next } inside' docs/embedding.md > $T/scale.c && "
         "$B/wavecc $T/scale.hlsl -c -o $T/scale.o && " HOST "$T/scale.c $T/scale.o" LINK
         "$T/scale && $T/scale | grep -qx '13 26 39'",
         0, NULL, NULL},
    };
    test_folder("cli-embedding-page");
    CLI_CHECK_OPTIMISED("cli-embedding-page", cases);
}

/* Entry points, cbuffers and members may have any name that HLSL lets them: those of wcc_rt.h, and C++'s words. */
#define NAMES                                                                                                         \
    "$(cat runtime/include/wcc_rt.h runtime/include/wcc_abi.h | grep -o 'wcc_[a-z0-9_]*[(;]' | sed 's/^wcc_//; s/.$//' | sort -u | grep -vx new)"
#define WORDS                                                                                                         \
    "and and_eq or_eq xor_eq not_eq char8_t char16_t char32_t consteval constinit co_await co_return co_yield "        \
    "thread_local _Bool alignas compl concept noexcept nullptr requires wchar_t restrict typeof"
#define PARSES(compiler) compiler " -fsyntax-only -Wall -Wextra -Werror -Iruntime/include -x "

SLOW_TEST(headers_keep_clear_of_the_names_of_the_library_and_of_cxx)
{
    static const CliCase cases[] = {
        {"(echo 'RWBuffer<float> o;'; for n in " NAMES "; do echo \"[numthreads(1, 1, 1)] void $n() { o[0] = 1; }\";"
         " done) > $T/entries.hlsl && grep -q 'void main()' $T/entries.hlsl &&"
         " $B/wavecc $T/entries.hlsl -O0 --emit=header -o $T/entries.h", 0, NULL, NULL},
        {"n=$(for n in " WORDS "; do echo \"float $n;\"; done); printf 'cbuffer error { %s }\\nRWBuffer<float> o;"
         "[numthreads(1, 1, 1)] void module() { o[0] = restrict; }\\n' \"$n\" > $T/words.hlsl &&"
         " $B/wavecc $T/words.hlsl -O0 --emit=header -o $T/words.h", 0, NULL, NULL},
        {"for h in $T/entries.h $T/words.h; do " PARSES("gcc -std=gnu11 -Wno-unused-function") "c $h && "
         PARSES("g++ -std=c++20 -Wno-unused-function") "c++ $h || exit 1; done", 0, NULL, NULL},
        /* Where wcc_rt.h is no system header it meets the warnings of whoever includes it. */
        {"printf '#include \"wcc_rt.h\"\\n' > $T/rt.h && "
         PARSES("g++ -std=c++11 -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast -Wzero-as-null-pointer-constant") "c++ $T/rt.h && "
         PARSES("gcc -std=c99 -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wstrict-prototypes") "c $T/rt.h", 0, NULL, NULL},
    };
    test_folder("cli-embedding-names");
    CLI_CHECK_OPTIMISED("cli-embedding-names", cases);
}
