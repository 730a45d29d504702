struct S { float2 v; };
Buffer<S> b;
RWBuffer<S> rwb;
Texture2D<S> t;
RWTexture3D<S> rwt;
[numthreads(1, 1, 1)] void main() { rwb[0] = b[1]; }
