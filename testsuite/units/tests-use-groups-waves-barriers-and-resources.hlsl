// A test's resources are zeros, writable ones its own; its groups are [Test(x, y, z)]; waves of a group meet at barriers.
RWStructuredBuffer<uint4> elements;
RWByteAddressBuffer bytes;
RWTexture2D<float4> image;
Texture3D<float> volume;
RWBuffer<int> typed[3];
AppendStructuredBuffer<uint> appended;
cbuffer Settings { uint count; float3 colour; }
groupshared uint total;

[Test(3, 2)]
[numthreads(20, 5, 1)]
void GroupsAndWaves(uint3 group : SV_GroupID, uint index : SV_GroupIndex)
{
    ASSERT(group < uint3(3, 2, 1));
    ASSERT_EQUAL(total, 0);
    GroupMemoryBarrierWithGroupSync();
    InterlockedAdd(total, index);
    GroupMemoryBarrierWithGroupSync();
    ASSERT_EQUAL(total, 4950);
    ASSERT_UNIFORM(total);
    ASSERT_UNIFORM(group);
    ASSERT_EQUAL(GroupGetWaveCount(), (100 + WaveGetLaneCount() - 1) / WaveGetLaneCount());
}

[Test]
void ResourcesAreZeros(uint i : SV_GroupIndex)
{
    uint size, stride;
    elements.GetDimensions(size, stride);
    ASSERT_EQUAL(uint2(size, stride), uint2(4096, 16));
    ASSERT_EQUAL(elements[i], 0);
    ASSERT_EQUAL(volume[uint3(i % 64, 1, 2)], 0);
    ASSERT_EQUAL(colour, float3(0, 0, 0));
    ASSERT_EQUAL(count, 0);
    elements[i] = i;
    bytes.Store(4 * i, i);
    image[uint2(i % 64, i / 64)] = float4(i, 0, 0, 1);
    typed[1][i] = -(int)i;
    appended.Append(i);
    ASSERT_EQUAL(elements[i].w + bytes.Load(4 * i), 2 * i);
    ASSERT_EQUAL(image[uint2(i % 64, i / 64)].x, i);
    ASSERT_EQUAL(typed[1][i], -(int)i);
}

namespace Sizes {
uint lanes() { return WaveGetLaneCount(); }

[Test]
[numthreads(WaveGetLaneCount() * 3, 1, 1)] // three waves, whatever the wave size
void ThreeWaves()
{
    ASSERT_EQUAL(GroupGetWaveCount(), 3);
    ASSERT_EQUAL(WaveActiveCountBits(true), lanes());
}
}
