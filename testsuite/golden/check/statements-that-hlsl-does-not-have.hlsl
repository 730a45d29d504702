RWStructuredBuffer<float> values;
Texture2D<float> picture;

[numthreads(64, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    [branch] [flatten] if (id) values[0] = 1;
    [loop] [unroll(2)]
    for (uint i = 0; i < 8; i++)
        values[i] = i;
    switch (id) {
    default: values[id] = 1; break;
    case 2.5: values[id] = 2; break;
    default: values[id] = 3; break;
    }
    switch (id) {
    case 1: values[id] = 1; break;
    case 2:
    }
    values[id] = length(float1x3(1, 2, 3)) + picture.Length.x;
    ((int)values[id])++;
}
