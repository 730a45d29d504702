RWTexture3D<float> t;
ByteAddressBuffer b;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { t[id.xy] = 1; }
    { b[0]; }
}
