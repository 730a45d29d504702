/* The suite's keys. What only Vulkan or only drawing has is read over where it changes nothing
 * here. */
#include <stddef.h>

#include "pipeline.h"

static const uint64_t zero = 0, one = 1;

static const KeyRow props_rows[] = {
    {"Width", keys_read_count, offsetof(JobProps, width), &one},
    {"Height", keys_read_count, offsetof(JobProps, height), &one},
    {"Depth", keys_read_count, offsetof(JobProps, depth), &one},
    {"MipLevels", keys_read_count, offsetof(JobProps, mips), &one},
};
static const KeyTable props_table = KEY_TABLE("list of OutputProps", props_rows, JobProps);

static const KeyRow buffer_rows[] = {
    {"Name", keys_read_text, offsetof(JobBuffer, name), NULL},
    {"Format", keys_read_text, offsetof(JobBuffer, format), NULL},
    {"Channels", keys_read_count, offsetof(JobBuffer, channels), &one},
    {"Stride", keys_read_count, offsetof(JobBuffer, stride), &zero},
    {"ArraySize", keys_read_count, offsetof(JobBuffer, array_size), &one},
    {"Data", keys_read_lists, offsetof(JobBuffer, data), NULL},
    {"FillSize", keys_read_count, offsetof(JobBuffer, fill_size), &zero},
    {"FillValue", keys_read_text, offsetof(JobBuffer, fill_value), NULL},
    {"ZeroInitSize", keys_read_count, offsetof(JobBuffer, zero_size), &zero},
    {"OutputProps", keys_read_struct, offsetof(JobBuffer, props), &props_table},
    {"Counter", keys_ignore, 0, NULL},
    {"Counters", keys_ignore, 0, NULL},
};
const KeyTable job_buffer_table = KEY_TABLE("buffer", buffer_rows, JobBuffer);

static const KeyRow register_rows[] = {
    {"Register", keys_read_count, offsetof(JobRegister, number), &zero},
    {"Space", keys_read_count, offsetof(JobRegister, space), &zero},
};
static const KeyTable register_table = KEY_TABLE("DirectXBinding", register_rows, JobRegister);

static const KeyRow descriptor_rows[] = {
    {"Name", keys_read_text, offsetof(JobDescriptor, name), NULL},
    {"Kind", keys_read_text, offsetof(JobDescriptor, kind), NULL},
    {"DirectXBinding", keys_read_struct, offsetof(JobDescriptor, at), &register_table},
    {"HeapIndex", keys_read_count, offsetof(JobDescriptor, heap_index), &zero},
    {"HasCounter", keys_ignore, 0, NULL},
    {"VulkanBinding", keys_ignore, 0, NULL},
    {"TilesMapped", keys_ignore, 0, NULL},
    {"IsReserved", keys_ignore, 0, NULL},
};
static const KeyTable descriptor_table = KEY_TABLE("resource", descriptor_rows, JobDescriptor);

static const KeyRow descriptors_rows[] = {
    {"Resources", keys_read_structs, offsetof(JobDescriptors, items), &descriptor_table},
};
const KeyTable job_descriptors_table =
    KEY_TABLE("descriptor set", descriptors_rows, JobDescriptors);

static const KeyRow result_rows[] = {
    {"Result", keys_read_text, offsetof(JobResult, name), NULL},
    {"Rule", keys_read_text, offsetof(JobResult, rule), NULL},
    {"Actual", keys_read_text, offsetof(JobResult, actual), NULL},
    {"Expected", keys_read_text, offsetof(JobResult, expected), NULL},
    {"ULPT", keys_read_count, offsetof(JobResult, ulps), &zero},
    {"Epsilon", keys_read_text, offsetof(JobResult, epsilon), NULL},
    {"DenormMode", keys_read_text, offsetof(JobResult, denorms), NULL},
    {"ZeroTolerance", keys_read_text, offsetof(JobResult, zero_tolerance), NULL},
};
const KeyTable job_result_table = KEY_TABLE("result", result_rows, JobResult);

static const KeyRow dispatch_rows[] = {
    {"DispatchGroupCount", keys_read_list, offsetof(JobDispatch, groups), NULL},
    {"VertexCount", keys_refuse, 0, "drawing"},
};
const KeyTable job_dispatch_table = KEY_TABLE("DispatchParameters", dispatch_rows, JobDispatch);
