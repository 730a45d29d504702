float use(float x) { return twice(x) + twice<float>(3); }
template<typename T> T twice(T x) { return 2 * x; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    use(id.x);
}
