float3 v;
float f;
int i;
float2x2 m;
bool3 b;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { float3 r = max(v, f); }
    { auto r = min(i, id.x); }
    { auto r = lerp(m, 1, 0.5); }
    { auto r = sin(i); }
    { auto r = any(b); }
}
