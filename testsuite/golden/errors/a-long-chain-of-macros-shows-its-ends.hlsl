#define ONE missing
#define TWO ONE
#define THREE TWO
#define FOUR THREE
#define FIVE FOUR
#define SIX FIVE
#define SEVEN SIX
#define EIGHT SEVEN
#define NINE EIGHT
RWBuffer<float> output;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    output[i] = NINE;
}
