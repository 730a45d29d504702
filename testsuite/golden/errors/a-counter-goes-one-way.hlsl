RWStructuredBuffer<int> both, up, down;

void take_back() { both.DecrementCounter(); }
void unused() { up.DecrementCounter(); }

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    int k = both.IncrementCounter() + up.IncrementCounter() + down.DecrementCounter();
    if (k > 3)
        take_back();
    up[i] = k;
}
