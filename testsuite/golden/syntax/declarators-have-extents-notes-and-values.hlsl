static const float2 t[2][3] = { {1, 2}, 3, }, u;
RWBuffer<uint> b[] : register(u1, space2);
