StructuredBuffer<vector<float, 2>> b;
Texture2D<unorm float4> t;
