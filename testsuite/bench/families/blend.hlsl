// A sprite blended over a picture, both of RGBA bytes in a word, by the sprite's alpha.

cbuffer cbBlend : register(b0)
{
    uint2 gPictureSize;
    uint2 gSpriteSize;
    int2 gCorner;
};

StructuredBuffer<uint> gSprite : register(t0);
RWStructuredBuffer<uint> gPicture : register(u0);

uint4 Unpack(uint word)
{
    return uint4(word, word >> 8, word >> 16, word >> 24) & 0xff;
}

uint Pack(uint4 bytes)
{
    return bytes.x | bytes.y << 8 | bytes.z << 16 | bytes.w << 24;
}

[numthreads(16, 16, 1)]
void BlendCS(uint2 id : SV_DispatchThreadID)
{
    int2 place = gCorner + int2(id);
    if (any(id >= gSpriteSize) || any(place < 0) || any(place >= int2(gPictureSize)))
        return;
    uint index = place.y * gPictureSize.x + place.x;
    uint4 above = Unpack(gSprite[id.y * gSpriteSize.x + id.x]);
    uint4 below = Unpack(gPicture[index]);
    uint4 mixed = above * above.w + below * (255 - above.w) + 127;
    gPicture[index] = Pack((mixed * 257 + 257) >> 16);
}
