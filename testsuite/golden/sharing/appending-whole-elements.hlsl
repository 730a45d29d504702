struct Hit { float3 where; uint who; };
StructuredBuffer<float> gIn;
AppendStructuredBuffer<Hit> gHits;
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID)
{
    Hit hit = {gIn[id.x], 0, 1, id.x};
    if (gIn[id.x] > 0)
        gHits.Append(hit);
}
