/* wavecc --cache=FOLDER: what the C compiler made is made once. Its stand-in counts, and makes a copy of the C. */
#include "cli.h"
#include "test.h"

#define START "export WAVECC_HEADERS=; rm -rf $T/cache $T/calls; mkdir -p $T; cc() { echo '#!/bin/sh' > $T/clang; echo \"$1\" >> $T/clang; " \
    "printf 'echo >> %s/calls\\nfor last; do case $last in *.c) c=$last;; esac; done\\ncat $c > $last\\n' $T >> $T/clang; chmod +x $T/clang; }; cc; "
#define COUNT(count) "test $(wc -l < $T/calls) = " count
#define VECADD "$B/wavecc samples/vecadd/vecadd.hlsl --target=generic --cc=$T/clang --cache=$T/cache -o $T/x "

TEST(what_the_c_compiler_made_is_kept)
{
    static const CliCase cases[] = {
        {START "for how in -c -S -shared; do " VECADD "$how && mv $T/x $T/first && " VECADD "$how && cmp $T/first $T/x || exit; done; " COUNT("3"),
         0, NULL, NULL},
        {START "export WAVECC_CACHE=$T/cache; $B/wavecc samples/vecadd/vecadd.hlsl --cc=$T/clang -c -o $T/x && "
         "$B/wavecc samples/vecadd/vecadd.hlsl --cc=$T/clang -c -o $T/x && " COUNT("1"), 0, NULL, NULL},
        {START "WAVECC_CACHE= $B/wavecc samples/vecadd/vecadd.hlsl --cc=$T/clang -c -o $T/x && "
         "WAVECC_CACHE= $B/wavecc samples/vecadd/vecadd.hlsl --cc=$T/clang -c -o $T/x && " COUNT("2"), 0, NULL, "cache"},
    };
    CLI_CHECK("cli-cache", cases);
}

TEST(executables_that_are_kept_run)
{
    static const CliCase cases[] = {
        {"rm -rf $T/cache; for name in clang gcc; do for i in 1 2; do rm -f $T/x; $B/wavecc samples/vecadd/vecadd.hlsl --cc=$name "
         "--wave-size=4 --cache=$T/cache -o $T/x && $T/x --list > $T/listed && grep -q vecadd $T/listed || exit; done; done; "
         "test $(ls $T/cache/*.x | wc -l) = 2", 0, NULL, NULL},
    };
    CLI_CHECK("cli-cache-run", cases);
}

/* Installed as it is after make install. */
#define INSTALL "rm -rf $T/home; mkdir -p $T/home/bin $T/home/lib $T/home/include; cp $B/wavecc $T/home/bin; " \
    "cp $B/libwavecc_rt.a $T/home/lib; cp -r runtime/include $T/home/include/wavecc; "
TEST(executables_are_linked_with_the_library_that_is_there)
{
    static const CliCase cases[] = {
        {INSTALL "rm -rf $T/cache; for i in 1 2 3; do $T/home/bin/wavecc samples/vecadd/vecadd.hlsl --wave-size=4 --cache=$T/cache -o $T/x || exit; "
         "test $i = 1 || touch -d yesterday $T/home/lib/libwavecc_rt.a; done; "
         "test $(ls $T/cache/*.x | wc -l) = 2 && test $(ls $T/cache/*.o | wc -l) = 1", 0, NULL, NULL},
    };
    CLI_CHECK("cli-cache-library", cases);
}

TEST(what_is_made_of_something_else_is_not_taken)
{
    static const CliCase cases[] = {
        {START VECADD "-c && " VECADD "-c --wave-size=4 && " COUNT("2"), 0, NULL, NULL},
        {START VECADD "-c && " VECADD "-c -O1 && " VECADD "-c -O0 && WAVECC_RT_CFLAGS=-DOTHER " VECADD "-c && " COUNT("3"), 0, NULL, NULL},
        {START VECADD "-c && cc '# another' && " VECADD "-c && " COUNT("2"), 0, NULL, NULL},
        {START VECADD "-c && cp $T/clang $T/gcc && $B/wavecc samples/vecadd/vecadd.hlsl --target=generic --cc=$T/gcc --cache=$T/cache -c -o $T/x && " COUNT("2"),
         0, NULL, NULL},
    };
    CLI_CHECK("cli-cache-other", cases);
}

TEST(what_is_made_of_headers_that_changed_is_not_taken)
{
    static const CliCase cases[] = {
        {START INSTALL
         "for i in 1 2; do $T/home/bin/wavecc samples/vecadd/vecadd.hlsl --cc=$T/clang --cache=$T/cache -c -o $T/x || exit; done; " COUNT("1")
         " && echo '/* */' >> $T/home/include/wavecc/wcc_lanes.h && "
         "$T/home/bin/wavecc samples/vecadd/vecadd.hlsl --cc=$T/clang --cache=$T/cache -c -o $T/x && " COUNT("2"), 0, NULL, NULL},
    };
    CLI_CHECK("cli-cache-headers", cases);
}

TEST(what_is_damaged_is_made_anew)
{
    static const CliCase cases[] = {
        {START VECADD "-c && mv $T/x $T/first; for damage in 'truncate -s -1' 'truncate -s 0' 'truncate -s 30' 'dd if=/dev/zero bs=1 count=1 seek=200 conv=notrunc status=none of='; do "
         "$damage$(case $damage in *=) ;; *) echo ' ';; esac)$(echo $T/cache/*.o); " VECADD "-c && cmp $T/first $T/x || exit; done; " COUNT("5")
         " && " VECADD "-c && " COUNT("5"), 0, NULL, NULL},
        {START "mkdir $T/cache && chmod 500 $T/cache && " VECADD "-c && test -s $T/x; chmod 700 $T/cache", 0, NULL, NULL},
    };
    CLI_CHECK("cli-cache-damaged", cases);
}

/* What debuggers read names the current folder; what other words make a C compiler do besides is to be done. */
TEST(what_depends_on_more_than_the_c_is_not_kept)
{
    static const CliCase cases[] = {
        {START VECADD "-c -Zi && " VECADD "-c -Zi && " COUNT("2"), 0, NULL, NULL},
        {START "export WAVECC_RT_CFLAGS='-O1 -save-temps'; " VECADD "-c && " VECADD "-c && " COUNT("2"), 0, NULL, NULL},
        {START "rm -f $T/x; cc 'exit 1'; " VECADD "-c", 3, "failed", "x"},
        {"test -z \"$(ls $T/cache)\"", 0, NULL, NULL},
    };
    CLI_CHECK("cli-cache-not", cases);
}

TEST(what_was_used_longest_ago_makes_room)
{
    static const CliCase cases[] = {
        {START "mkdir $T/cache; for name in old.o older.s recent.so; do truncate -s 450000 $T/cache/$name; done; "
         "touch -d '2 days ago' $T/cache/old.o; touch -d '3 days ago' $T/cache/older.s; touch -d '1 day ago' $T/cache/recent.so; "
         "WAVECC_CACHE_MB=1 " VECADD "-c && ls $T/cache > $T/left && grep -q recent $T/left && ! grep older $T/left && "
         "test $(grep -c '[0-9a-f]\\{32\\}[.]o' $T/left) = 1", 0, NULL, NULL},
    };
    CLI_CHECK("cli-cache-room", cases);
}

TEST(several_at_once_keep_it_whole)
{
    static const CliCase cases[] = {
        {START VECADD "-c && mv $T/x $T/first && rm -rf $T/cache; for i in 1 2 3 4 5 6; do "
         "$B/wavecc samples/vecadd/vecadd.hlsl --target=generic --cc=$T/clang --cache=$T/cache -c -o $T/x$i & done; wait; "
         "for i in 1 2 3 4 5 6; do cmp $T/first $T/x$i || exit; done; test \"$(ls -A $T/cache | wc -l)\" = 1 && rm $T/calls && " VECADD "-c",
         0, NULL, "calls"},
    };
    CLI_CHECK("cli-cache-side-by-side", cases);
}
