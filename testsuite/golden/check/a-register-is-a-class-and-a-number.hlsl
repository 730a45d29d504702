Buffer<float> huge : register(t4294967296);
Buffer<float> far : register(t0, space4294967297);
Buffer<float> most : register(t18446744073709551616);
Buffer<float> a : register(t);
Buffer<float> b : register(t1.x);
float c : register(c3.y);
Buffer<float> d : register(t1.spac);
Buffer<float> e : register(ps);
Buffer<float> f : register(t_3);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
}
