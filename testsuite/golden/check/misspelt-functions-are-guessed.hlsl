[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { float f = saturat(1); }
    { float f = SampleStuff(1); }
    { float f = dot(1, 2, 3); }
}
