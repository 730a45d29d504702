// options: -HV 2018
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    for (int i = 0; i < 3; i++) {}
    for (int i = 0; i < 4; i++) {} i = 5;
}
