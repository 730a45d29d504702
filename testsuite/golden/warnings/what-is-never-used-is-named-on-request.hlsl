// options: -Wall
RWBuffer<int> o;
static int lost, kept = 3;
static const float2 LONE = 1;
groupshared uint spare[4];
int of_the_host;
struct Counted { static int count; };
int Counted::count = 4;
int unused(int a) { return a; }
int used(int a) { return a + 1; }
int of_another_stage(int a) { return used(a); }
float4 pixel(float4 p : SV_Position) : SV_Target { return of_another_stage(1); }
[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    int nothing = 4, something = 5;
    const int N = 3;
    int array[N];
    array[0] = something;
    if (GroupGetWaveCount() > 1000) {
        int inner;
    }
    o[i] = array[0] + kept;
}
