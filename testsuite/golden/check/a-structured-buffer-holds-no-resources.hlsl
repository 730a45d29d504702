struct S { Texture2D t; };
StructuredBuffer<S> b;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
}
