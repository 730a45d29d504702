// options: --target=x86-64-v3 --wave-size=8
StructuredBuffer<float> positions;
StructuredBuffer<float> moves;
StructuredBuffer<float> curve;
RWStructuredBuffer<float> results;

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    float place = positions[i] * 255;
    uint k = uint(place), near = uint(float(i) + moves[i]); // this may well step by one from lane to lane
    results[i] = lerp(curve[k], curve[k + 1], place - float(k)) + curve[near] - curve[near + 1];
}
