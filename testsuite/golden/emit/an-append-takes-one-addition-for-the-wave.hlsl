AppendStructuredBuffer<uint> gOut;

[numthreads(64, 1, 1)]
void Main(uint3 id : SV_DispatchThreadID)
{
    gOut.Append(id.x);
}
