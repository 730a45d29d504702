// A buffer of more than 255 elements has those of all lanes, which machines that gather slowly load one by one.
StructuredBuffer<uint> Keys;
StructuredBuffer<float> Table;
RWStructuredBuffer<float> Out;
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    Out[i] = Table[Keys[i] & 255];
}
