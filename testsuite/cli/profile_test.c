/* --profile: the line that time goes to is told, with what stands there. */
#include "cli.h"
#include "test.h"

#define FILE_NAME "testsuite/cli/profile.hlsl"
#define RUN " --dispatch 512,1,1 --size Out=32768 -j 2 --profile 2>$T/profile"

SLOW_TEST(profile_tells_the_line_that_time_goes_to)
{
    static const CliCase cases[] = {
        {"$B/wavecc " FILE_NAME " -Zi -o $T/k && $T/k" RUN, 0, NULL, NULL},
        {"sed -n 2p $T/profile | grep -q '^ *[6-9][0-9]\\.[0-9] %  .*profile.hlsl:[678]  ' || cat $T/profile >&2", 0, NULL, NULL},
        {"grep -q '^[0-9]* samples of 1 ms CPU time$' $T/profile || cat $T/profile >&2", 0, NULL, NULL},
        {"awk 'NR > 1 && $2 == \"%\" { sum += $1 } END { exit !(sum > 99 && sum < 101) }' $T/profile || cat $T/profile >&2", 0, NULL, NULL},
        {"$B/wavecc " FILE_NAME " -o $T/k && $T/k" RUN " && grep -q 'compiled with -Zi, kernels tell their lines' $T/profile", 0, NULL, NULL},
        {"$B/wavecc " FILE_NAME " -Zi -o $T/k && $T/k --dispatch 512,1,1 --size Out=32768 --profile=$T/p.info && grep -q '^#SAMPLES:[678],[1-9]' $T/p.info", 0, NULL, NULL},
        {"$B/wavecc " FILE_NAME " --emit=html --heat=$T/p.info | grep -q 'title=.milliseconds of CPU time'", 0, NULL, NULL},
        {"$T/k --dispatch 1,1,1 --size Out=64 --profile=$T/no/p.info", 2, "no/p.info", NULL},
        {"$T/k --dispatch 1,1,1 --profile --in Out=nofile.csv", 2, "nofile.csv", NULL},
    };
    test_folder("profile");
    CLI_CHECK_OPTIMISED("profile", cases);
}
