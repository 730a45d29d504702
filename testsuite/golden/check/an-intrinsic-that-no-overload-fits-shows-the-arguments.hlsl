RWBuffer<float> o;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    o[id.x] = cross(1, 2, 3);
}
