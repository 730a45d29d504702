[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    bool2 c = id.xy > 1 && id.xy < 5;
}
