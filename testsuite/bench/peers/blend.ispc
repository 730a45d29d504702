// arguments: gPictureSize gSpriteSize gCorner gSprite gPicture
export void BlendCS(void *uniform arguments[])
{
    const uniform int width = ((uniform int *uniform)arguments[0])[0];
    const uniform int height = ((uniform int *uniform)arguments[0])[1];
    const uniform int sprite_width = ((uniform int *uniform)arguments[1])[0];
    const uniform int sprite_height = ((uniform int *uniform)arguments[1])[1];
    const uniform int left = ((uniform int *uniform)arguments[2])[0];
    const uniform int top = ((uniform int *uniform)arguments[2])[1];
    const uniform int end = min(sprite_width, width - left);
    for (uniform int y = max(0, -top); y < min(sprite_height, height - top); ++y) {
        const uniform unsigned int *uniform sprite = (uniform unsigned int *uniform)arguments[3] + y * sprite_width;
        uniform unsigned int *uniform picture = (uniform unsigned int *uniform)arguments[4] + ((top + y) * width + left);
        foreach (x = max(0, -left) ... end) {
            unsigned int above = sprite[x], below = picture[x], mixed = 0;
            unsigned int alpha = above >> 24;
            for (uniform int shift = 0; shift < 32; shift += 8) {
                unsigned int sum = ((above >> shift) & 255) * alpha + ((below >> shift) & 255) * (255 - alpha) + 127;
                mixed |= ((sum * 257 + 257) >> 16) << shift;
            }
            picture[x] = mixed;
        }
    }
}
