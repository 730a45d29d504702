[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    for (int i = 0; i < 3; i++) {} i = 5;
}
