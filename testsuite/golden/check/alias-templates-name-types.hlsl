template<typename T> using Four = vector<T, 4>;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    Four<uint> v = 1;
}
