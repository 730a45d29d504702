Texture2D pictures[4];
RWBuffer<float> Out;

float first(Texture2D list[]) { list[0] = pictures[1]; return list[0].Load(0).x; }
void give(out Texture2D list[]) { }
float sum(float values[]) { return values[0]; }
float rows(Texture2D list[2][]) { return 0; }
float other(Texture2D<float> list[]) { return 0; }

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Out[i] = first(pictures) + other(pictures);
}
