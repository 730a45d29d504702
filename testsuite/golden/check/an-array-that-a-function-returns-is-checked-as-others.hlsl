typedef int Four[4];
typedef void Nothings[2];
void nothing()[2] { }
int open()[] { }
int scalar(int x)[2] { return x; }
int lost()[2] { }
int twice()[2];
Four twice() { Four v = {1, 2, 3, 4}; return v; }
int larger()[2] { int v[3] = {1, 2, 3}; return v; }

[numthreads(64, 1, 1)]
Four main(uint3 id : SV_DispatchThreadID)
{
    twice()[3];
    twice()[0] = 2;
    return twice();
}
