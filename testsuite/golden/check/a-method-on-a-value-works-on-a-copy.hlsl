struct S { float a; float get() { return a; } };
StructuredBuffer<S> b;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float f = b[0].get();
}
