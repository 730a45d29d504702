// options: --explain=lanes_in_turn --wave-size=32
StructuredBuffer<uint> Links;
StructuredBuffer<float4> Boxes;
RWStructuredBuffer<float> Out;
groupshared uint Seen[32];
groupshared uint Last;

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    float sum = 0;
    uint stack[16], top = 0;
    stack[top++] = i;
    while (top > 0) {
        uint node = stack[--top];
        sum += node;
        for (uint link = Links[node]; link != 0; link = Links[link])
            stack[top++] = link;
    }
    uint nodes[16], count = 0;
    nodes[count++] = i;
    while (count > 0) {
        float4 box = Boxes[nodes[--count]];
        sum += exp(box.x * i) * exp(box.y * i);
        if (dot(box, box) < sum)
            nodes[count++] = (uint)box.z;
    }
    for (uint bit = i; bit < 1024; bit += i)
        InterlockedOr(Seen[bit / 32], 1u << (bit & 31));
    for (uint at = i; at < 1024; at += i) {
        uint last;
        InterlockedExchange(Last, at, last);
        sum += last;
    }
    for (uint box = i; box < Links[0]; box += 4095)
        InterlockedOr(Seen[Links[box] & 31], 1);
    Out[i] = sum + Seen[i];
}
