struct S { float a; };
float f(S s) { return s.a; }
RWBuffer<float> o;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    o[id.x] = f(2.0);
}
