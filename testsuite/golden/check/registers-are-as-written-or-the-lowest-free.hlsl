Texture2D a;
Texture2D b : register(t0);
Texture2D c[3] : register(t2);
Texture2D d;
Texture2D e;

[numthreads(1, 1, 1)]
void main() {}
