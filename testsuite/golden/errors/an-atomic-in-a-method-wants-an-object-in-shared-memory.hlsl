RWBuffer<int> o;
struct Total
{
    int n;
    void add(int a) { InterlockedAdd(n, a); }
};
groupshared Total shared_total;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Total own;
    own.n = 0;
    shared_total.add(1);
    own.add(1);
    o[i] = own.n;
}
