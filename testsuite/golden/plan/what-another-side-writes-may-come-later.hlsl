// options: --target=x86-64-v3 --wave-size=8 --join-groups=off
// One wave is the group: behind a branch it knows what was written in there; the other side may go first.
RWStructuredBuffer<uint> Out;
groupshared uint behind[8], beside[8];

[numthreads(8, 1, 1)] void main(uint t : SV_GroupIndex)
{
    uint v = 0, o = Out[t];
    if (t < 4) {
        behind[t] = o;
        behind[t + 4] = o;
        beside[t] = o + 2;
        beside[t + 4] = o;
    } else {
        v = beside[(t + o) % 8] + Out[o];
    }
    Out[t] = v + behind[(t ^ o) % 8];
}
