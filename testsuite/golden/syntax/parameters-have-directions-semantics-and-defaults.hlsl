void f(in uint3 id : SV_GroupID, inout float x, out int y, const int z = 3);
