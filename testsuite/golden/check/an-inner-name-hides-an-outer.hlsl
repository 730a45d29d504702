static int x = 1;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float x = 2;
    { uint x = 3; x++; }
    x *= 2;
}
