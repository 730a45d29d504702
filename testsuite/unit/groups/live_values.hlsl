// A loop with barriers, uniform over the group, across which a value of every type lives. g makes the lanes
// of other waves matter. live_values_test.c has the same in plain C.
RWStructuredBuffer<uint> Out : register(u0); // WORDS a thread
cbuffer Settings : register(b0) { uint gTurns; };
groupshared uint g[N];

struct Pair { float a; int b[2]; };

[numthreads(N, 1, 1)]
void main(uint3 group : SV_GroupID, uint i : SV_GroupIndex)
{
    int a = -(int)i;
    uint b = i;
    float c = i * 0.5;
    half d = (half)(i % 8);
    float16_t e = (float16_t)(i % 4);
    int16_t f = (int16_t)i;
    uint16_t h = (uint16_t)(i * 251);
    int64_t j = i;
    uint64_t l = i;
    double m = i;
    bool p = i & 1;
    float3 q = float3(i, 1, 2);
    int4 r = int4(i, i, 3, 4);
    float2x2 t = {1, 2, 3, i};
    Pair u;
    u.a = i;
    u.b[0] = u.b[1] = 1;
    uint list[4] = {0, 1, 2, i};
    uint whole = group.x; // uniform over the group
    for (uint k = 0; k < gTurns; k++) {
        g[i] = (i * 3 + k) % 16;
        GroupMemoryBarrierWithGroupSync();
        uint s = g[(i + 5 + k) % N];
        GroupMemoryBarrierWithGroupSync();
        a = a * 3 - (int)s;
        b = b * 5 + s;
        c += s * 0.25;
        d += (half)s * (half)0.5;
        e += (float16_t)s;
        f = (int16_t)(f * 7 + s);
        h = (uint16_t)(h * 3 + s);
        j = j * 1000003 - s;
        l = l * 1000003 + s;
        m = m * 0.5 + s;
        p = p != (s > 7);
        q = q.yzx + s;
        r = r.wxyz - (int)s;
        t[k % 2][1 - k % 2] += s;
        u.a += s;
        u.b[k & 1] -= (int)s;
        list[(i + k) % 4] += s;
        whole = whole * 3 + k;
    }
    uint words[WORDS] = {a, b, asuint(c), asuint((float)d), asuint((float)e), (uint)(int)f, h, (uint)j, (uint)(j >> 32), (uint)l, (uint)(l >> 32),
                         asuint((float)m), p, asuint(q.x), asuint(q.y), asuint(q.z), r.x, r.y, r.z, r.w, asuint(t[0][0]), asuint(t[0][1]),
                         asuint(t[1][0]), asuint(t[1][1]), asuint(u.a), u.b[0], u.b[1], list[0], list[1], list[2], list[3], whole};
    for (uint w = 0; w < WORDS; w++)
        Out[(group.x * N + i) * WORDS + w] = words[w];
}
