// Conway's game of life on a torus: a cell lives on with two or three neighbours and is born with three.

Texture2D<uint> Cells;
RWTexture2D<uint> Next;
RWTexture2D<float> Picture;

uint2 FieldSize()
{
    uint2 size;
    Cells.GetDimensions(size.x, size.y);
    return size;
}

// The groups at the right and the lower edge reach past it.
[numthreads(8, 8, 1)]
void LifeCS(uint2 at : SV_DispatchThreadID)
{
    uint2 size = FieldSize();
    if (any(at >= size))
        return;

    uint neighbours = 0;
    for (uint y = 0; y < 3; y++)
        for (uint x = 0; x < 3; x++)
            if (x != 1 || y != 1)
                neighbours += Cells[(at + size + uint2(x, y) - 1) % size];

    Next[at] = neighbours == 3 || (neighbours == 2 && Cells[at] == 1) ? 1 : 0;
}

[numthreads(8, 8, 1)]
void PictureCS(uint2 at : SV_DispatchThreadID)
{
    if (all(at < FieldSize()))
        Picture[at] = (float)Cells[at];
}
