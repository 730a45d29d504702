Texture2D texture;
float sample(float line, float point)
{
    precise float center = line;
    return texture.Load(int3(0, 0, 0)).x + center + point;
}
