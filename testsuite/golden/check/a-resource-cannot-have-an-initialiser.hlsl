Buffer<float> a = 0;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
}
