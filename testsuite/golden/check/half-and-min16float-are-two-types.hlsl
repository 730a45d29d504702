RWStructuredBuffer<float> o;
float f(half x) { return 1; }
float f(min16float x) { return 2; }
float f(float x) { return 3; }
[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex)
{
    half h = i;
    min16float m = i;
    o[0] = f(h);
    o[1] = f(m);
    o[2] = f(1.0f);
    o[3] = f(1.0h);
}
