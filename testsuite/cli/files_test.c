/* Files of executables that are more than one array: slices one a file. */
#include <stdio.h>

#include "cli.h"
#include "test.h"

/* A volume and an array of 2 x 1 texels, plus 10; the number of slices in the last. */
#define SLICES_SOURCE "printf 'Texture2DArray<float> a; Texture3D<float> v; RWTexture2DArray<float> oa; RWTexture3D<float> ov; RWTexture2D<float> flat;" \
    "[numthreads(1,1,1)] void layers(uint3 t : SV_DispatchThreadID) { oa[t] = a[t] + 10; }" \
    "[numthreads(1,1,1)] void volume(uint3 t : SV_DispatchThreadID) { ov[t] = v[t] + 10; } [numthreads(1,1,1)] void plain(uint3 t : SV_DispatchThreadID) { flat[t.xy] = 1; }' > $T/slices.hlsl; " \
    "$B/wavecc $T/slices.hlsl --wave-size=4 -o $T/slices"
/* in_08.pfm .. in_10.pfm: 1 2, 3 4, 5 6; in_12 stands behind a gap, in_7 has too few digits. Rows of Pf are bytes of floats. */
#define SLICES_FILES "for i in '07x \\000\\000\\200\\077\\000\\000\\000\\100' '08 \\000\\000\\200\\077\\000\\000\\000\\100' '09 \\000\\000\\100\\100\\000\\000\\200\\100' " \
    "'10 \\000\\000\\240\\100\\000\\000\\300\\100' '12 \\000\\000\\200\\077\\000\\000\\000\\100' '7 \\000\\000\\200\\077\\000\\000\\000\\100'; do " \
    "printf \"Pf\\n2 1\\n-1\\n${i#* }\" > $T/in_${i%% *}.pfm; done"

SLOW_TEST(slices_lie_in_files_with_numbers)
{
    static const CliCase cases[] = {
        {SLICES_SOURCE, 0, NULL, NULL},
        {"rm -f $T/*.npy $T/x.* $T/out_* $T/slice0* $T/flat_*; " SLICES_FILES, 0, NULL, NULL},
        {"$T/slices -e layers --in a=$T/in_%02d.pfm --print oa | tr '\\n' ' ' | grep -qx '11 12 13 14 15 16 '", 0, NULL, NULL},
        {"$T/slices -e volume --in v=$T/in_%02d.pfm --out ov=$T/out_%d.pfm && test ! -e $T/out_3.pfm && "
         "$T/slices -e volume --in v=$T/out_%d.pfm --print ov | tr '\\n' ' ' | grep -qx '21 22 23 24 25 26 '", 0, NULL, NULL},
        {"$T/slices -e layers --in a=$T/in_%02d.pfm --out oa=$T/slice%03d.csv && test \"$(cat $T/slice002.csv)\" = 15,16", 0, NULL, NULL},
        {"cp $T/in_08.pfm $T/other_0.pfm; printf 'Pf\\n1 1\\n-1\\nabcd' > $T/other_1.pfm; $T/slices -e layers --in a=$T/other_%d.pfm --out oa=$T/x.npy", 2,
         "other_1.pfm: holds 1 x 1 x 1 f32, those before it 1 x 2 x 1 f32", "x.npy"},
        {"$T/slices -e layers --in a=$T/none_%04d.pfm --out oa=$T/x.npy", 2, "there is no file of that name with a number, as none_0001.pfm", "x.npy"},
        {"$T/slices -e layers --in a=$T/in_08.pfm --print oa | tr '\\n' ' ' | grep -qx '11 12 '", 0, NULL, NULL},
        {"$T/slices -e layers --in a=$T/in_%02d.pfm --out oa=$T/x.pfm", 2, "a .pfm holds a 2D texture only", "x.pfm"},
        {"$T/slices -e volume --in v=$T/in_%02d.pfm --out ov=$T/x_%d.dds", 2, "a .dds holds all slices; leave out the number", "x_0.dds"},
        {"$T/slices -e plain --size flat=2x1 --out flat=$T/flat_%d.pfm", 2, "has no slices to be written one a file", "flat_0.pfm"},
    };
    test_folder("cli-slices");
    CLI_CHECK("cli-slices", cases);
}
