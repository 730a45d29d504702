/* What executables fill resources with: slices one a file, structs by the names of their members, and --set. */
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
        {"$T/slices -e layers --in a=$T/in_%02d.pfm --print oa | tr '\\n' ' ' | grep -qx '11 12 13 14 15 16 '", 0,
         "in_11.pfm is not there; " /* the folder */, NULL},
        {"$T/slices -e layers --in a=$T/in_%02d.pfm --print oa", 0, "in_12.pfm and what follows it are not read", NULL},
        {"rm $T/in_12.pfm; $T/slices -e layers --in a=$T/in_%02d.pfm --print oa | tr '\\n' ' ' | grep -qx '11 12 13 14 15 16 '", 0, NULL, NULL},
        {"$T/slices -e volume --in v=$T/in_%02d.pfm --out ov=$T/out_%d.pfm && test ! -e $T/out_3.pfm && "
         "$T/slices -e volume --in v=$T/out_%d.pfm --print ov | tr '\\n' ' ' | grep -qx '21 22 23 24 25 26 '", 0, NULL, NULL},
        {"$T/slices -e layers --in a=$T/in_%02d.pfm --out oa=$T/slice%03d.csv && test \"$(cat $T/slice002.csv)\" = 15,16", 0, NULL, NULL},
        {"cp $T/in_08.pfm $T/other_0.pfm; printf 'Pf\\n1 1\\n-1\\nabcd' > $T/other_1.pfm; $T/slices -e layers --in a=$T/other_%d.pfm --out oa=$T/x.npy", 2,
         "other_1.pfm: holds 1 x 1 x 1 f32, those before it 1 x 2 x 1 f32", "x.npy"},
        {"$T/slices -e layers --in a=$T/none_%04d.pfm --out oa=$T/x.npy", 2, "there is no file of that name with a number, as none_0001.pfm", "x.npy"},
        {"$T/slices -e layers --in a=$T/in_08.pfm --print oa | tr '\\n' ' ' | grep -qx '11 12 '", 0, NULL, NULL},
        {"$T/slices -e layers --in a=$T/in_%02d.pfm --out oa=$T/x.pfm", 2, "a .pfm holds a 2D texture only", "x.pfm"},
        {"$T/slices -e volume --in v=$T/in_%02d.pfm --out ov=$T/x_%d.dds", 2, "a .dds holds all slices; leave out the number", "x_0.dds"},
        {"mkfifo $T/pipe.npz; cat $T/pipe.npz > $T/piped.npz & $T/slices -e plain --size flat=2x1 --out flat=$T/pipe.npz; wait; "
         "$T/slices -e plain --size flat=2x1 --out flat=$T/x.npz && cmp $T/x.npz $T/piped.npz; rm $T/x.npz $T/pipe.npz", 0, NULL, NULL},
        {"printf '1\\n2\\n' | $T/slices -e volume --size v=2x1x1 --in v=-:csv --out ov=-:csv | tr '\\n' ' ' | grep -qx '11 12 ' && "
         "printf '3\\n4\\n' | $T/slices -e volume --size v=2x1x1 --in v=/dev/stdin:csv --out ov=/dev/stdout:txt | tr '\\n' ' ' | grep -qx '13 14 ' && "
         "$T/slices -e volume --size v=2x1x1 --in 'v=f32(5,6)' --out ov=$T/x.part:csv && tr '\\n' ' ' < $T/x.part | grep -qx '15 16 '", 0, NULL, NULL},
        {"$T/slices -e volume --size v=2x1x1 --in v=- < /dev/null", 2, "'-' has no extension that says its format", NULL},
        /* Where Pillow is there, it has the last word. */
        {"$T/slices -e plain --size flat=2x3:B8G8R8A8_UNORM --out flat=$T/x.dds && test $(wc -c < $T/x.dds) = 152 && "
         "{ ! /usr/bin/python3 -c 'import PIL.Image' 2> $T/left.txt || /usr/bin/python3 -c 'import PIL.Image; import sys; picture = PIL.Image.open(sys.argv[1]); "
         "assert picture.size == (2, 3) and picture.convert(\"RGBA\").getpixel((1, 2))[0] == 255' $T/x.dds; }; result=$?; rm $T/x.dds; exit $result", 0, NULL, NULL},
        /* Two levels, a cube; the faces' four texels and their mean. */
        {"$T/slices -e layers --size a=2x2x6 --in a='f32(0..23)' --out oa=$T/c.dds:cube:mips && "
         "test $(od -An -tu4 -j28 -N4 $T/c.dds | tr -d ' ')$(od -An -tu4 -j108 -N8 $T/c.dds | tr -d ' ') = 2419840865024 && "
         "od -An -w4 -tf4 -j128 $T/c.dds | tr -d ' \\n' | grep -qx 1011121311.51415161715.51819202119.52223242523.52627282927.53031323331.5 && "
         "$T/slices -e layers --in a=$T/c.dds --print oa:2 2> $T/left.txt | tr '\\n' ' ' | grep -qx '20 21 '", 0, NULL, NULL},
        {"$T/slices -e layers --in a=$T/in_%02d.pfm --out oa=$T/x.dds:cube", 2, "a RWTexture2DArray<float> of 2 x 1 and 3 slices is no cube", "x.dds"},
        {"$T/slices -e layers --in a=$T/in_%02d.pfm --out oa=$T/x.dds:mip", 2, "'mip' is no option of a .dds that is written; there are: mips cube", "x.dds"},
        {"ln -sf /dev/full $T/full.npz; $T/slices -e plain --size flat=2x1 --out flat=$T/full.npz", 2, "No space left on device", NULL},
        {"$T/slices -e plain --size flat=2x1 --out flat=$T/flat_%d.pfm", 2, "has no slices to be written one a file", "flat_0.pfm"},
    };
    test_folder("cli-slices");
    CLI_CHECK("cli-slices", cases);
}

#define DOUBLES "$T/doubles --in x=-:csv --out o=-:csv "

/* Standard input goes on where others stopped, standard output behind what others wrote, and what the descriptor means is
 * never replaced: not the file, not /dev/stdout, which a file without a name has for its only one. */
TEST(standard_input_and_output_are_used_as_they_are)
{
    static const CliCase cases[] = {
        {"printf 'Buffer<uint> x; RWBuffer<uint> o; [numthreads(1,1,1)] void main(uint i : SV_DispatchThreadID) { o[i] = x[i] * 2; }' > $T/doubles.hlsl; "
         "$B/wavecc $T/doubles.hlsl -O0 --wave-size=4 -o $T/doubles && printf '5\\n' > $T/five.csv", 0, NULL, NULL},
        {"(echo before; " DOUBLES "< $T/five.csv; " DOUBLES "--print o --out o=/dev/fd/1:txt < $T/five.csv; echo after) > $T/all && "
         "printf 'before\\n10\\n10\\n10\\n10\\nafter\\n' | diff - $T/all", 0, NULL, NULL},
        {"(rm $T/all; " DOUBLES "< $T/five.csv; tr -d '\\n' < /proc/self/fd/1 >&2) > $T/all; ls -l /dev/stdout >&2", 0, "10l", NULL},
        {"printf '1\\n2\\n' > $T/two.csv; (read first; $T/doubles --in x=/proc/self/fd/0:csv --print o) < $T/two.csv | grep -qx 4", 0, NULL, NULL},
        {"(exec 3<> $T/five.csv 4> $T/four.csv; $T/doubles --in x=/dev/fd/3:csv --out o=/dev/fd/4:csv && cat $T/four.csv | grep -qx 10)", 0, NULL, NULL},
        {DOUBLES "< $T/five.csv 1< $T/five.csv", 2, "--out o=-:csv: could not write: Bad file descriptor", NULL},
        {DOUBLES "< $T/five.csv >&-", 2, "--out o=-:csv: could not write: Bad file descriptor", NULL},
        {DOUBLES "<&-", 2, "--in x=-:csv: could not open: Bad file descriptor", NULL},
        {"echo 0 > $T/mine.csv; chmod 600 $T/mine.csv; $T/doubles --in x=$T/five.csv --out o=$T/mine.csv && grep -qx 10 $T/mine.csv && ls -l $T/mine.csv | grep -q ^-rw-------", 0, NULL, NULL},
        {"$T/doubles --in x=$T/five.csv --out o=$T/$(printf %0251d 1).csv && grep -qx 10 $T/0*1.csv && rm $T/0*1.csv && "
         "$B/wavecc $T/doubles.hlsl -O0 -o $T/$(printf %0255d 1) && test -x $T/0*1", 0, NULL, NULL},
        {"echo 3 | " DOUBLES "--repeat-chain 2 | grep -qx 6", 0, NULL, NULL},
        {DOUBLES "-e main --in x=-:csv < $T/five.csv", 2, "--in x=-:csv: standard input can be read only once", NULL},
        {"echo 0 > $T/big.csv; (ulimit -f 1; $T/doubles --in 'x=u32(0..9999)' --out o=$T/big.csv); status=$?; "
         "grep -qx 0 $T/big.csv && ! ls $T/*.tmp 2> /dev/null || exit 9; exit $status", 2, "big.csv: could not write: File too large", NULL},
        {DOUBLES "< $T", 2, "--in x=-:csv: could not read: Is a directory", NULL},
        {"ln -sf /proc/thread-self/fd/1 $T/link.csv; (rm $T/all; $T/doubles --in x=$T/five.csv --out o=$T/link.csv) > $T/all && test -L $T/link.csv", 0, NULL, NULL},
        {"printf '1,\\033[31m\\302\\233\\200\303\251\\n' | " DOUBLES, 2, "line 1: '\\x1b[31m\\xc2\\x9b\\x80\303\251' is no number", NULL},
        {DOUBLES "< $T/five.csv > /dev/full", 2, "--out o=-:csv: could not write: No space left on device", NULL},
    };
    CLI_CHECK("cli-streams", cases);
}

#define STRUCTS_SOURCE "printf 'struct Inner { float3 pos; bool on; float w[2]; float2x3 m; }; struct Light { Inner parts[2]; int k; };" \
    "cbuffer cbScene { Light lights[2]; float a[2][2]; float gain = 7; uint64_t big; }; StructuredBuffer<Inner> inner; Buffer<uint2> pairs;" \
    "RWStructuredBuffer<Inner> o; RWStructuredBuffer<float4> f; RWBuffer<uint2> p; RWTexture2D<float> t;" \
    "[numthreads(1,1,1)] void copy(uint i : SV_DispatchThreadID) { o[i] = inner[i]; }" \
    "[numthreads(1,1,1)] void scene() { Inner x = lights[1].parts[0]; f[0] = float4(x.pos, x.w[1]); f[1] = float4(x.m[1], lights[1].k);" \
    "f[2] = float4(a[1][0], gain, uint(big & 3) + 8, x.on); }" \
    "[numthreads(1,1,1)] void plain(uint i : SV_DispatchThreadID) { p[i] = pairs[i]; t[uint2(i, 0)] = i / 2.0; }' > $T/structs.hlsl; " \
    "$B/wavecc $T/structs.hlsl -T cs_6_2 -enable-16bit-types --wave-size=4 -o $T/structs"
#define ONE "{\"pos\": [1, 2, 3], \"on\": true, \"w\": [4, 0.1], \"m\": [[1, 2, 3], [4, 5, 6]]}"
#define OTHER "{\"m\": [7, 8, 9, 10, 11, 12], \"w\": [1e30, -Infinity], \"on\": 0, \"pos\": [NaN, 0, -0.5]}"
#define PART(x) "{\"pos\": [" x ", 0, 0], \"on\": true, \"w\": [0, " x "], \"m\": [[0, 0, 0], [1, 2, " x "]]}"
#define SCENE "{\"lights\": [{\"parts\": [" PART("1") ", " PART("2") "], \"k\": -1}, {\"parts\": [" PART("3") ", " PART("4") "], \"k\": -2}], " \
    "\"a\": [[1, 2], [0.25, 4]], \"big\": 9007199254740993}"
/* What is read of a buffer of Inner from this text is said to be wrong. */
#define WRONG(text, said) {"printf '%s' '" text "' > $T/wrong.json; $T/structs -e copy --in inner=$T/wrong.json --out o=$T/x.json", 2, said, "x.json"}

SLOW_TEST(structs_and_cbuffers_are_read_from_json_and_written)
{
    static const CliCase cases[] = {
        {"rm -f $T/x.*; " STRUCTS_SOURCE, 0, NULL, NULL},
        {"echo '[" ONE ", " OTHER "]' > $T/in.json; $T/structs -e copy --in inner=$T/in.json --out o=$T/out.json && "
         "printf '[\\n  {\"pos\": [1, 2, 3], \"on\": true, \"w\": [4, 0.1], \"m\": [[1, 2, 3], [4, 5, 6]]},\\n"
         "  {\"pos\": [NaN, 0, -0.5], \"on\": false, \"w\": [1e+30, -Infinity], \"m\": [[7, 8, 9], [10, 11, 12]]}\\n]\\n' | diff - $T/out.json && "
         "$T/structs -e copy --in inner=$T/out.json --out o=$T/again.json && cmp $T/out.json $T/again.json", 0, NULL, NULL},
        {"echo '" SCENE "' > $T/scene.json; $T/structs -e scene --in cbScene=$T/scene.json --size f=3 --out f=$T/f.csv && "
         "printf '3,0,0,3\\n1,2,3,-2\\n0.25,7,9,1\\n' | diff - $T/f.csv", 0, NULL, NULL},
        {"echo '[[1, 2], [3, 4294967295]]' > $T/pairs.json; $T/structs -e plain --in pairs=$T/pairs.json --size t=2x1 --out p=$T/p.json --out t=$T/t.json && "
         "printf '[\\n  [1, 2],\\n  [3, 4294967295]\\n]\\n' | diff - $T/p.json && printf '[\\n  [0, 0.5]\\n]\\n' | diff - $T/t.json", 0, NULL, NULL},
        WRONG("[" ONE ",\n{\"pos\": [1, 2]}]", "line 2, column 9: pos: an array of 2, where the shader"),
        WRONG("{\"pos\": [1, 2, \"3\"]}", "line 1, column 16: pos: \"3\" is a string, no number"),
        WRONG("{\"pos\": {\"x\": 1}}", "line 1, column 9: pos: is no array of 3 numbers"),
        WRONG("{\"pos\": [1, 2, 3], \"posn\": 1}", "line 1, column 28: posn: the shader's struct has no member 'posn'; did you mean 'pos'?"),
        WRONG("{\"pos\": [1, 2, 3]}", "line 1, column 1: member 'on' is missing"),
        WRONG("{\"on\": 1, \"on\": 1}", "line 1, column 11: a member twice"),
        WRONG("{\"on\": null}", "line 1, column 8: on: 'null' is no number"),
        WRONG("[1]", "holds numbers, where a StructuredBuffer<Inner> wants objects with its members' names"),
        WRONG("[true]", "line 1, column 2: is no object"),
        WRONG("[{\"pos\": [1, 2", "did not find expected"),
        WRONG("on: 1", "line 1, column 1: no JSON"),
        WRONG("[&a [1], *a]", "line 1, column 2: no JSON"),
        WRONG("", "holds nothing"),
        {"echo '{\"lights\": [{\"parts\": [{\"pos\": [1, 2]}]}]}' > $T/wrong.json; $T/structs -e scene --in cbScene=$T/wrong.json --size f=3 --out f=$T/x.csv", 2,
         "line 1, column 32: lights[0].parts[0].pos: an array of 2, where the shader's has 3", "x.csv"},
        {": > $T/empty.bin; $T/structs -e scene --in cbScene=$T/empty.bin --size f=3 --out f=$T/x.csv", 2, "empty.bin: holds 0 bytes, fewer than the 448 of a ", "x.csv"},
        {"echo '{\"lights\": [1]}' > $T/wrong.json; $T/structs -e scene --in cbScene=$T/wrong.json --size f=3 --out f=$T/x.csv", 2,
         "line 1, column 13: lights[0]: is no object", "x.csv"},
        {"echo '[[1, 2], [3]]' > $T/wrong.json; $T/structs -e plain --in pairs=$T/wrong.json --size t=2x1 --out p=$T/x.json", 2,
         "its arrays are not all as long as the first", "x.json"},
    };
    test_folder("cli-structs");
    CLI_CHECK("cli-structs", cases);
}

/* Not as root, whom nothing is protected from. */
#define PROTECTED \
    "d=$(mktemp -d); trap 'rm -rf $d' EXIT; as=; test $(id -u) != 0 || as='setpriv --reuid=65534 --regid=65534 --clear-groups'; " \
    "cp $T/five $d; echo kept > $d/x.csv; chmod 444 $d/x.csv; test -z \"$as\" || chown -R 65534 $d; "

TEST(a_file_that_is_protected_is_not_replaced)
{
    static const CliCase cases[] = {
        {"printf 'RWBuffer<uint> o; [numthreads(1,1,1)] void main() { o[0] = 5; }' > $T/five.hlsl; $B/wavecc $T/five.hlsl -O0 --wave-size=4 -o $T/five", 0, NULL, NULL},
        {PROTECTED "cd $d; $as ./five --size o=1 --out o=x.csv; status=$?; test \"$(cat x.csv)\" = kept || status=9; exit $status", 2, "--out o=x.csv: could not write: Permission denied", NULL},
        {PROTECTED "cp $B/wavecc $T/five.hlsl $d; cd $d; $as ./wavecc five.hlsl --emit=ir -o x.csv; status=$?; test \"$(cat x.csv)\" = kept || status=9; exit $status", 3,
         "cannot write 'x.csv': Permission denied", NULL},
    };
    CLI_CHECK("cli-protected", cases);
}

/* A .npy of one record, 1 2 3 4 5 6 7 8 as floats. */
#define RECORD(dtype) "printf '\\223NUMPY\\001\\000v\\000%-117s\\n' \"{'descr': " dtype ", 'fortran_order': False, 'shape': (1,), }\" > $T/r.npy; " \
    "printf '\\000\\000\\200\\077\\000\\000\\000\\100\\000\\000\\100\\100\\000\\000\\200\\100\\000\\000\\240\\100\\000\\000\\300\\100\\000\\000\\340\\100\\000\\000\\000\\101' >> $T/r.npy; "
#define ROWS(dtype) {RECORD(dtype) "$T/rows --in l=$T/r.npy --size o=8 --print o | tr '\\n' ' ' | grep -qx '1 2 3 4 5 6 7 8 '", 0, NULL, NULL}

TEST(matrices_of_structs_in_arrays_may_be_rows_of_numbers)
{
    static const CliCase cases[] = {
        {"printf 'struct P { float2x2 m; }; struct L { P p[2]; }; StructuredBuffer<L> l; RWStructuredBuffer<float> o; [numthreads(1,1,1)] void main() "
         "{ for (int i = 0; i < 8; i++) o[i] = l[0].p[i / 4].m[i / 2 %% 2][i %% 2]; }' > $T/rows.hlsl; $B/wavecc $T/rows.hlsl -O0 --wave-size=4 -o $T/rows", 0, NULL, NULL},
        ROWS("[('p', [('m', '<f4', (2, 2))], (2,))]"),
        ROWS("[('p', [('m', '<f4', (4,))], (2,))]"),
        {RECORD("[('p', [('m', '<f4', (8,))])]") "$T/rows --in l=$T/r.npy --size o=8 --print o", 0, NULL, NULL},
        {RECORD("[('p', [('m', '<f4', (2,))], (4,))]") "$T/rows --in l=$T/r.npy --size o=8 --print o", 2, "field 'p.m' holds 4 x 2 numbers, the shader's 2 x 2 x 2", NULL},
    };
    CLI_CHECK("cli-rows", cases);
}

TEST(an_error_lists_some_of_thousands_of_names)
{
    static const CliCase cases[] = {
        {"printf 'struct L { float x; float y; }; cbuffer c { L l[1000]; }; RWBuffer<float> o; [numthreads(1,1,1)] void main() { o[0] = l[o[1]].x; }' > $T/many.hlsl; "
         "$B/wavecc $T/many.hlsl -O0 --wave-size=4 -o $T/many", 0, NULL, NULL},
        {"$T/many --size o=2 --set nothing=1", 2, "l[19].x, l[19].y and 1960 more\n", NULL},
    };
    CLI_CHECK("cli-many", cases);
}

#define SET "$T/set --size f=4 --set 'lights[1].parts[0].at=1,2,3' "
#define SETS(sets, lines) {SET sets " --out f=$T/f.csv && printf '" lines "' | diff - $T/f.csv", 0, NULL, NULL}

/* Rows of f: a vector in a struct in an array of structs in such; a matrix in an array; an array of arrays; a vector. */
SLOW_TEST(members_are_set_at_every_depth)
{
    static const CliCase cases[] = {
        {"rm -f $T/x.*; printf 'struct Part { float3 at; float w[2]; }; struct Light { Part parts[2]; int k; };"
         "cbuffer c { Light lights[2]; float2x3 m[2]; float table[2][2]; float4 v; }; RWStructuredBuffer<float4> f;"
         "[numthreads(1,1,1)] void main() { Part p = lights[1].parts[0]; f[0] = float4(p.at, p.w[1]); f[1] = float4(m[1][1], m[1][0].z);"
         "f[2] = float4(table[0][0], table[0][1], table[1][0], table[1][1]); f[3] = v; }' "
         "> $T/set.hlsl; $B/wavecc $T/set.hlsl --wave-size=4 -o $T/set", 0, NULL, NULL},
        SETS("", "1,2,3,0\\n0,0,0,0\\n0,0,0,0\\n0,0,0,0\\n"),
        SETS("--set 'lights[1].parts[0].at[1]=9' --set 'c.lights[1].parts[0].w[1]=4'", "1,9,3,4\\n0,0,0,0\\n0,0,0,0\\n0,0,0,0\\n"),
        SETS("--set 'lights[1].parts[0]=5,6,7,8,9'", "5,6,7,9\\n0,0,0,0\\n0,0,0,0\\n0,0,0,0\\n"),
        SETS("--set v.w=1 --set v.g=2 --set 'm[1][1].z=3' --set 'lights[1].parts[0].at.y=4'", "1,4,3,0\\n0,0,3,0\\n0,0,0,0\\n0,2,0,1\\n"),
        {SET "--set v.q=1 --out f=$T/x.csv", 2, "unknown cbuffer member 'v.q'", "x.csv"},
        {SET "--set lights[1].parts[0].at.w=1 --out f=$T/x.csv", 2, "unknown cbuffer member 'lights[1].parts[0].at.w'", "x.csv"},
        SETS("--set 'm[1]=1,2,3,4,5,6' --set 'm[1][1][2]=8' --set 'v[3]=1'", "1,2,3,0\\n4,5,8,3\\n0,0,0,0\\n0,0,0,1\\n"),
        SETS("--set 'm[1][1]=1,2,3' --set 'table=1,2,3,4' --set 'table[1][0]=7'", "1,2,3,0\\n1,2,3,0\\n1,2,7,4\\n0,0,0,0\\n"),
        {SET "--set 'lights[0]=1' --out f=$T/x.csv", 2, "its members have several types; set them one by one, as lights[0].parts[0].at and lights[0].k", "x.csv"},
        {SET "--set 'm[1][1]=1,2' --out f=$T/x.csv", 2, "m (float2x3), of which a part takes 3 values, not 2", "x.csv"},
        {SET "--set 'm[1][2]=1,2,3' --out f=$T/x.csv", 2, "unknown cbuffer member 'm[1][2]'", "x.csv"},
        {SET "--set 'table=1,2,3' --out f=$T/x.csv", 2, "table[0] and what follows it takes 4 values, not 3", "x.csv"},
        {SET "--set 'lights[2].k=1' --out f=$T/x.csv", 2, "unknown cbuffer member 'lights[2].k'", "x.csv"},
        {"printf 'struct Pair { float a, b; }; ConstantBuffer<Pair> pairs[2]; RWStructuredBuffer<float> f;"
         "[numthreads(2,1,1)] void main(uint i : SV_GroupIndex) { f[i] = pairs[i].b; }' > $T/pairs.hlsl; $B/wavecc $T/pairs.hlsl --wave-size=4 -o $T/pairs", 0, NULL, NULL},
        {"$T/pairs --size f=2 --set 'pairs[1].b=5' --out f=-:csv | tr '\\n' ' ' | grep -qx '0 5 '", 0, NULL, NULL},
        {"$T/pairs --size f=2 --set pairs.b=5 --out f=$T/x.csv", 2, "'pairs' is an array; say which: pairs[0].b", "x.csv"},
        {"$T/pairs --size f=2 --set b=5 --out f=$T/x.csv", 2, "'pairs' is an array; say which: pairs[0].b", "x.csv"},
    };
    test_folder("cli-set");
    CLI_CHECK("cli-set", cases);
}
