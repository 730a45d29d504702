struct Element { uint a; float b; };
ConstantBuffer<Element> constants;
TextureBuffer<Element> texels;
Buffer<float> buffer;
RWBuffer<float> rw_buffer;
StructuredBuffer<Element> structured;
RWStructuredBuffer<Element> rw_structured;
AppendStructuredBuffer<Element> append;
ConsumeStructuredBuffer<Element> consume;
ByteAddressBuffer bytes;
RWByteAddressBuffer rw_bytes;
Texture1D<float> row;
Texture1DArray<float> rows;
Texture2D<float> picture;
Texture2DArray<float> pictures;
Texture3D<float> volume;
TextureCube<float> cube;
TextureCubeArray<float> cubes;
Texture2DMS<float> sampled;
Texture2DMSArray<float> sampled_array;
RWTexture1D<float> rw_row;
RWTexture1DArray<float> rw_rows;
RWTexture2D<float> rw_picture;
RWTexture2DArray<float> rw_pictures;
RWTexture3D<float> rw_volume;
SamplerState taps;
SamplerComparisonState compares;
[numthreads(1, 1, 1)]
void main()
{
    rw_buffer[0] = 1;
}
