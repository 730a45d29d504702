[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { float f = 1.0 / 3.0; }
    { double d = 1.0 / 3.0; }
    { float f = 1 / 2; }
}
