/* Descriptor heaps: resources chosen by an index. */
#include "check_test.h"

static void with_model_6_5(CheckOptions *options) { options->shader_model_minor = 5; }

TEST(a_descriptor_becomes_what_it_is_assigned_to)
{
    expect_tree("", "RWBuffer<uint> b = ResourceDescriptorHeap[id.x];", "RWBuffer<uint> b = ResourceDescriptorHeap<RWBuffer<uint>>[id.x]");
    expect_tree("", "RWBuffer<uint> b = ResourceDescriptorHeap[id.x];", "resource RWBuffer<uint> ResourceDescriptorHeap<RWBuffer<uint>>[] : u0 heap");
    expect_tree("", "SamplerState s = SamplerDescriptorHeap[2];", "SamplerState s = SamplerDescriptorHeap<SamplerState>[uint(2)]");
    expect_tree("static Buffer<int> b = ResourceDescriptorHeap[1];", "", "static Buffer<int> b = ResourceDescriptorHeap<Buffer<int>>[uint(1)]");
    expect_tree("int f(Buffer<int> b) { return b[0]; }", "int i = f(ResourceDescriptorHeap[3]);", "int i = f(ResourceDescriptorHeap<Buffer<int>>[uint(3)])");
}

TEST(a_choice_of_descriptors_is_a_choice_of_indices)
{
    expect_tree("", "Buffer<int> b = id.x > 1 ? ResourceDescriptorHeap[id.x] : ResourceDescriptorHeap[7];",
                "Buffer<int> b = ResourceDescriptorHeap<Buffer<int>>[if((id.x > uint(1)), id.x, uint(7))]");
}

TEST(a_descriptor_that_nothing_uses_is_its_index)
{
    expect_tree("", "ResourceDescriptorHeap[id.x];", "id.x");
    expect_accepted("", "(void)SamplerDescriptorHeap[id.x];");
}

TEST(samplers_have_a_heap_of_their_own)
{
    expect_message("", "SamplerState s = ResourceDescriptorHeap[0];", "error: 'resource descriptor' does not convert to 'SamplerState'");
    expect_message("", "Buffer<int> b = SamplerDescriptorHeap[0];", "error: 'sampler descriptor' does not convert to 'Buffer<int>'");
}

TEST(heaps_came_with_shader_model_6_6)
{
    expect_message_with(with_model_6_5, "", "Buffer<int> b = ResourceDescriptorHeap[0];", "error: 'ResourceDescriptorHeap' needs Shader Model 6.6; this is 6.5");
    expect_tree("Buffer<int> ResourceDescriptorHeap[4];", "int i = ResourceDescriptorHeap[1][0];", "int i = ResourceDescriptorHeap[int(1)][uint(0)]");
}
