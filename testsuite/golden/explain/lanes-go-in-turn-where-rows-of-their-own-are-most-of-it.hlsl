// options: --explain=lanes_in_turn --wave-size=32 --target=x86-64-v4
StructuredBuffer<uint> Starts;
StructuredBuffer<uint> Links;
StructuredBuffer<float3> Values;
RWStructuredBuffer<float3> Out;

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    uint end = Starts[i + 1];
    float3 sum = 0;
    for (uint row = Starts[i]; row < end; row++)
        sum += Values[Links[row]];
    for (uint part = Starts[i]; part < end; part++)
        sum += Values[Links[part]].x;
    for (uint element = Starts[i]; element < end; element++)
        sum += exp(Values[Links[element]]);
    for (uint link = i; link != 0; link = Links[link])
        sum += Values[link];
    for (uint far = Starts[i]; far < end; far += 64)
        sum += Values[far];
    Out[i] = sum;
}
