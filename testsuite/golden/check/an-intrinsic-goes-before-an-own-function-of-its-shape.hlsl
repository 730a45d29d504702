float lerp(float a, float b, float c) { return a; }
float mix2(float a) { return a; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { lerp(1, 2, 3); }
    { float f = max(id.x, 2u); }
}
