RWBuffer<float> o;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float a = id.x;
    static float b = a;
    o[id.x] = b;
}
