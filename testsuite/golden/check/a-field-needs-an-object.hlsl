struct S { float a; static float f() { return a; } };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
}
