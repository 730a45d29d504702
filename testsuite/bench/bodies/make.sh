#!/bin/sh
# make.sh FOLDER FILE.txt...: of each line "NAME: body" FOLDER/NAME.hlsl, and of all together FOLDER/plain.cpp.
#
# A body is what one thread does: thread i of N in groups of 64; where NAME ends in 2d, thread x, y of W x H in groups
# of 8 x 8. In the environment ROW=256 and TILE=16x16 choose other groups, ENDS=1 puts a test for threads beyond N, or
# W and H, before each body, as kernels have it. "declarations @@ phase |||| phase": groupshared memory, and what threads do between barriers, where t is
# the thread in its group g. Lines that begin with # or a space are remarks.
set -eu
folder=$1
shift
mkdir -p "$folder"
rm -f "$folder"/*.hlsl
cat "$@" | awk -v folder="$folder" -v row="${ROW:-64}" -v tile="${TILE:-8x8}" -v guard="${ENDS:-}" '
function trim(text) { gsub(/^ +| +$/, "", text); return text }
# One phase as a loop over the threads of a group, or of all.
function threads(body, is_2d) {
    if (is_2d)
        return "    for (uint y = 0; y < H; y++)\n        for (uint x = 0; x < W; x++) {\n            " body "\n        }\n"
    return "    for (uint i = 0; i < N; i++) {\n        " body "\n    }\n"
}
BEGIN {
    split(tile, sides, "x")
    columns = sides[1]
    rows = sides[2]
    plain = folder "/plain.cpp"
    print "#include \"common.h\"\n#define groupshared\n" \
          "#define SEEN const float *__restrict A, const float *__restrict B, const float *__restrict C, " \
          "const float2 *__restrict A2, const float2 *__restrict B2, const float3 *__restrict A3, const float3 *__restrict B3, " \
          "const float4 *__restrict A4, const float4 *__restrict B4, const uint *__restrict U, const uint *__restrict V, " \
          "ByteAddressBuffer R, float *__restrict O, float2 *__restrict O2, float3 *__restrict O3, float4 *__restrict O4, " \
          "uint *__restrict P, ByteAddressBuffer Q, float4x4 M, float4 f4, uint N, uint W, uint H, uint k1, uint k2, float f1, float f2\n" \
          "#define OF(m) m->A, m->B, m->C, m->A2, m->B2, m->A3, m->B3, m->A4, m->B4, m->U, m->V, m->R, m->O, m->O2, m->O3, m->O4, " \
          "m->P, m->Q, m->M, m->f4, m->N, m->W, m->H, m->k1, m->k2, m->f1, m->f2\n" > plain
}
/^(#| |$)/ { next }
{
    colon = index($0, ":")
    name = substr($0, 1, colon - 1)
    body = trim(substr($0, colon + 1))
    is_2d = name ~ /2d$/
    stop = !guard ? "" : is_2d ? "    if (x >= W || y >= H)\n        return;\n" : "    if (i >= N)\n        return;\n"
    hlsl = folder "/" name ".hlsl"
    names[count++] = name
    shared = ""
    if (at = index(body, "@@")) {
        shared = trim(substr(body, 1, at - 1))
        body = substr(body, at + 2)
    }
    phases = split(body, phase, "\\|\\|\\|\\|")
    print "#include \"common.h\"\n" shared > hlsl
    print is_2d ? "[numthreads(" columns ", " rows ", 1)] void main(uint2 id : SV_DispatchThreadID)\n{\n    uint x = id.x, y = id.y;" : \
                  "[numthreads(" (shared != "" ? 64 : row) ", 1, 1)] void main(uint i : SV_DispatchThreadID, uint t : SV_GroupIndex, uint3 group : SV_GroupID)\n{\n    uint g = group.x;" > hlsl
    if (shared == "")
        printf "%s", stop > hlsl
    print "static __attribute__((noinline)) void plain_" name "(SEEN)\n{" > plain
    if (shared != "")
        print "    for (uint g = 0; g < N / 64; g++) {\n        " shared > plain
    for (k = 1; k <= phases; k++) {
        print "    {\n    " trim(phase[k]) "\n    }" (k < phases ? "\n    GroupMemoryBarrierWithGroupSync();" : "") > hlsl
        if (shared != "")
            print "    for (uint t = 0; t < 64; t++) {\n        const uint i = g * 64 + t;\n        (void)i;\n        " trim(phase[k]) "\n    }" > plain
        else
            printf "%s", threads(trim(phase[k]), is_2d) > plain
    }
    print "}" > hlsl
    close(hlsl)
    if (shared != "")
        print "    }" > plain
    print "}\nstatic void run_" name "(const Memory *m) { plain_" name "(OF(m)); }\n" > plain
}
END {
    print "struct Body { const char *name; void (*plain)(const Memory *); };\nextern \"C\" const Body bodies[] = {" > plain
    for (k = 0; k < count; k++)
        print "    {\"" names[k] "\", run_" names[k] "}," > plain
    print "    {0, 0}};" > plain
}'
