ConsumeStructuredBuffer<uint> gWork;
RWStructuredBuffer<uint> gOut;
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID)
{
    gOut[id.x] = gWork.Consume();
}
