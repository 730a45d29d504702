// The median of 3 x 3 texels, by a network of exchanges.

Texture2D<float> gNoisy : register(t0);
RWTexture2D<float> gClean : register(u0);

void Exchange(inout float a, inout float b)
{
    float least = min(a, b);
    b = max(a, b);
    a = least;
}

[numthreads(16, 16, 1)]
void MedianCS(uint3 id : SV_DispatchThreadID)
{
    uint2 size;
    gNoisy.GetDimensions(size.x, size.y);
    if (id.x >= size.x || id.y >= size.y)
        return;

    float v[9];
    [unroll] for (int y = 0; y < 3; ++y)
        [unroll] for (int x = 0; x < 3; ++x)
        {
            int2 place = int2(id.xy) + int2(x - 1, y - 1);
            v[y * 3 + x] = gNoisy.Load(int3(clamp(place, 0, int2(size) - 1), 0));
        }

    Exchange(v[1], v[2]); Exchange(v[4], v[5]); Exchange(v[7], v[8]);
    Exchange(v[0], v[1]); Exchange(v[3], v[4]); Exchange(v[6], v[7]);
    Exchange(v[1], v[2]); Exchange(v[4], v[5]); Exchange(v[7], v[8]);
    Exchange(v[0], v[3]); Exchange(v[5], v[8]); Exchange(v[4], v[7]);
    Exchange(v[3], v[6]); Exchange(v[1], v[4]); Exchange(v[2], v[5]);
    Exchange(v[4], v[7]); Exchange(v[4], v[2]); Exchange(v[6], v[4]);
    Exchange(v[4], v[2]);
    gClean[id.xy] = v[4];
}
