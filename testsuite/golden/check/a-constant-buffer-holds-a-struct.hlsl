struct S { float4 v; };
enum E { A };
typedef S Two[2];
ConstantBuffer<S> fits;
ConstantBuffer<S> several[2];
ConstantBuffer<float4> vector4;
ConstantBuffer<Two> array;
ConstantBuffer<E> number;
TextureBuffer<float2x2> matrix2;
RWBuffer<float4> o;
[numthreads(1, 1, 1)] void main() { o[0] = fits.v + several[1].v; }
