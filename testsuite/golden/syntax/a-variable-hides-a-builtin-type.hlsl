Texture2D texture;
float f() { return texture[0]; }
