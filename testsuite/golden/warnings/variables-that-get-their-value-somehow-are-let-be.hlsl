RWStructuredBuffer<float> output;
ByteAddressBuffer input;

struct Ray
{
    float3 origin, direction;
    void init() { origin = 0; direction = 1; }
    float length() { return origin.x + direction.x; }
};
struct Empty { };

void both(out float first, inout float second) { first = 1; second += 1; }

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Ray ray;
    Empty empty, other = empty;
    float table[4], sine, cosine, first, second, previous, pick;
    uint size, old;
    float4 colour;
    ray.init();
    colour.xyz = 0;
    for (int k = 0; k < 4; k++)
    {
        if (k > 0)
            table[k] = previous;
        previous = k;
    }
    sincos(i, sine, cosine);
    input.GetDimensions(size);
    both(first, second);
    bool found = i > 3 && (pick = 2) > 1;
    if (found)
        output[0] = pick;
    output[i] = ray.length() + table[i & 3] + sine + cosine + size + first + second + colour.x;
}
