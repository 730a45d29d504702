/* --sandbox: which files #include may read. */
#include "cli.h"
#include "test.h"

#define SHADER(include) "'#include \"" include "\"\n[numthreads(1, 1, 1)] void main() { o[0] = N; }'"
#define WRITE(name, include) "printf '%b' " SHADER(include) " > $T/in/" name "; "
#define PREPARE "mkdir -p $T/in/sub $T/beside $T/inner; " \
    "echo 'RWBuffer<int> o; static const int N = 1;' | tee $T/in/sub/a.hlsli $T/beside/a.hlsli > $T/inner/a.hlsli; " \
    "ln -sf ../beside/a.hlsli $T/in/link.hlsli; ln -sfn ../beside $T/in/folder; "
#define COMPILE(name) "$B/wavecc $T/in/" name " --sandbox --emit=ir -o /dev/null"
#define REFUSED "in the file's folder and those of -I, which --sandbox allows"

TEST(the_sandbox_has_the_files_folder_and_those_of_include_options)
{
    static const CliCase cases[] = {
        {PREPARE WRITE("sub.hlsl", "sub/a.hlsli") COMPILE("sub.hlsl"), 0, NULL, NULL},
        {WRITE("up.hlsl", "sub/../sub/a.hlsli") COMPILE("up.hlsl"), 0, NULL, NULL},
        {WRITE("beside.hlsl", "../beside/a.hlsli") COMPILE("beside.hlsl") " -I $T/beside", 0, NULL, NULL},
        {WRITE("option.hlsl", "a.hlsli") COMPILE("option.hlsl") " -I $T/beside", 0, NULL, NULL},
        {"cd $T/in && $OLDPWD/$B/wavecc sub.hlsl --sandbox --emit=ir -o /dev/null", 0, NULL, NULL},
    };
    CLI_CHECK("cli-sandbox", cases);
}

TEST(the_sandbox_resolves_links_and_parents)
{
    static const CliCase cases[] = {
        {PREPARE WRITE("beside.hlsl", "../beside/a.hlsli") COMPILE("beside.hlsl"), 1, "error: cannot find '../beside/a.hlsli' to include " REFUSED, NULL},
        {"$B/wavecc $T/in/beside.hlsl --emit=ir -o /dev/null", 0, NULL, NULL},
        {WRITE("link.hlsl", "link.hlsli") COMPILE("link.hlsl"), 1, REFUSED, NULL},
        {WRITE("folder.hlsl", "folder/a.hlsli") COMPILE("folder.hlsl"), 1, REFUSED, NULL},
        {WRITE("root.hlsl", "/etc/passwd") COMPILE("root.hlsl"), 1, "cannot find '/etc/passwd'", NULL},
        {WRITE("absent.hlsl", "/etc/absent") COMPILE("absent.hlsl"), 1, "cannot find '/etc/absent' to include " REFUSED, NULL},
        {WRITE("inner.hlsl", "../inner/a.hlsli") COMPILE("inner.hlsl") " -I $T/in", 1, REFUSED, NULL}, /* "in" begins "inner" */
        {"$B/wavecc - --sandbox --emit=ir < $T/in/sub.hlsl", 1, REFUSED, NULL},
    };
    CLI_CHECK("cli-sandbox", cases);
}
