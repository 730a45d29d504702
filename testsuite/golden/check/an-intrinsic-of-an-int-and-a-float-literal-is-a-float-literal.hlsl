[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { float f = max(1, 2.5); }
    { double d = min(0.1, 3); }
    { float f = max(2, 3) / 2; }
    { int sizes[max(1, 2.5) > 2 ? 3 : 4]; }
}
