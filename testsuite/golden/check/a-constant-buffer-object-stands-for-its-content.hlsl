struct S { float4 a; float b; };
ConstantBuffer<S> c : register(b3);
ConstantBuffer<S> many[2];

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { float f = c.b; }
    { S s = c; }
    { float f = many[1].b; }
}
