cbuffer cb { float x; };
StructuredBuffer<float> b;
static const float c = 1;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { x = 1; }
    { b[0] = 1; }
    { c = 2; }
    { id.x + 1 = 2; }
}
