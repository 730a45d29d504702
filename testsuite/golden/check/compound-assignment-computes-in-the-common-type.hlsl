float f;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { int i = 1; i *= 0.5; }
    { uint3 v = id; v *= f; }
}
