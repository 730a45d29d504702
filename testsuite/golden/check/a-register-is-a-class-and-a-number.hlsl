Buffer<float> a : register(t);
Buffer<float> b : register(t1.x);
float c : register(c3.y);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
}
