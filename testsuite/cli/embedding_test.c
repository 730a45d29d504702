/* Programs that embed compiled kernels: memory that ends at unmapped pages, and the program of docs/embedding.md. */
#include "cli.h"
#include "test.h"

#define LINK " $B/libwavecc_rt.a $(sed -n 's/^RT_LIBS *= //p' Makefile) -ldl -o "
#define HOST "gcc -std=gnu11 -O1 -Wall -Wextra -Werror -Iruntime/include "
#define MEMORY(target)                                                                                                    \
    "$B/wavecc testsuite/embedding/memory.hlsl -enable-16bit-types -c --target=" target                                  \
    " --wave-size=4,8,16,32,64,128 -o $T/" target ".o && " HOST "testsuite/embedding/memory.c $T/" target ".o" LINK       \
    "$T/" target " && $T/" target " 4 8 16 32 64 128"

/* Loads, gathers, samples and stores at every wave size. */
SLOW_TEST(memory_that_ends_at_an_unmapped_page_is_used_in_place)
{
    static const CliCase cases[] = {
        {MEMORY("native"), 0, NULL, NULL},
        {MEMORY("x86-64-v3"), 0, NULL, NULL},
        {MEMORY("generic"), 0, NULL, NULL},
    };
    test_folder("cli-embedding");
    CLI_CHECK("cli-embedding", cases);
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
    CLI_CHECK("cli-embedding-page", cases);
}
