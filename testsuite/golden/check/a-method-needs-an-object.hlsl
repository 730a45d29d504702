struct S { float a; float f() { return a; } };
RWBuffer<float> o;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    o[id.x] = S::f();
}
