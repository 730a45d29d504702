Texture3D t;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint w, h;
    t.GetDimensions(w, h);
}
