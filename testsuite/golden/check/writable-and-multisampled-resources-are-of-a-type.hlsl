RWBuffer b;
RWBuffer<> c;
RWTexture2D t;
RWTexture3D u;
Texture2DMS m;
Texture2DMSArray n;
Texture2D read;
Buffer<> rest;
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
}
