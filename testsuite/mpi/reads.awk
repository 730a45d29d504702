# COUNT kernels, each of which stores what it loads from places of random formulas: of what ids, constants and sizes
# give, as shaders have them. Which bytes a rank needs follows from these formulas alone.
#
#     awk -v seed=1 -v count=20 -f reads.awk
function draw(n) { return int(rand() * n) }
function constant() { return substr("gA gB gC gR ", 1 + 3 * draw(4), 2) }
function side() { return draw(2) ? "int(gW)" : "int(gH)" }
function leaf(k) {
    k = draw(9)
    return k < 2 ? "int(id.x)" : k < 4 ? "int(id.y)" : k == 4 ? "int(group.x)" : k == 5 ? "int(thread.y)" : k == 6 ? "(" draw(9) - 3 ")" : k == 7 ? constant() : "i"
}
function formula(depth, k, a, b) {
    if (depth == 0)
        return leaf()
    k = draw(16)
    a = formula(depth - 1)
    b = formula(depth - 1)
    if (k < 3) return "(" a " + " b ")"
    if (k < 5) return "(" a " - " b ")"
    if (k == 5) return "(" a " * " (draw(2) ? draw(5) : leaf()) ")"
    if (k == 6) return "min(" a ", " b ")"
    if (k == 7) return "max(" a ", " b ")"
    if (k == 8) return "clamp(" a ", 0, " side() " - 1)"
    if (k == 9) return "int(uint(" a ") % uint(" side() "))"
    if (k == 10) return "int(uint(" a ") / " (1 + draw(9)) "u)"
    if (k == 11) return "(" a " & " (draw(2) ? 2 ^ draw(7) - 1 : "~7") ")"
    if (k == 12) return "(" a " >> " draw(4) ")"
    if (k == 13) return "(" leaf() " < " leaf() " ? " a " : " b ")"
    if (k == 14) return "int(min(uint(" a "), uint(" b ")))"
    return "(-" a ")"
}
BEGIN {
    srand(seed)
    print "Texture2D<uint> gTex; StructuredBuffer<uint2> gIn; ByteAddressBuffer gRaw; RWStructuredBuffer<uint> gOut;"
    print "cbuffer C { uint gW, gH; int gA, gB, gC, gR; };"
    for (n = 0; n < count; n++) {
        printf "[numthreads(8, 4, 1)] void K%d(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint3 thread : SV_GroupThreadID)\n{\n", n
        print "    uint sum = 0;"
        print draw(2) ? "    if (any(id.xy >= uint2(gW, gH))) return;" : ""
        print draw(2) ? "    for (int i = -gR; i <= gR; i++)" : "    for (int i = 0; i < 3; i++)"
        print "    {"
        for (k = 0; k < 2; k++) {
            kind = draw(3)
            place = formula(1 + draw(3))
            if (kind == 0) printf "        sum += gTex[int2(%s, %s)];\n", place, formula(1 + draw(2))
            else if (kind == 1) printf "        sum = sum * 3 + gIn[%s].%s;\n", draw(2) ? place : "(" formula(1) ") * int(gW) + " place, draw(2) ? "x" : "y"
            else printf "        sum ^= gRaw.Load%s(4 * (%s))%s;\n", (two = draw(2)) ? "2" : "", place, two ? ".y" : ""
        }
        print "    }"
        print "    gOut[id.y * gW + id.x] = sum;\n}"
    }
}
