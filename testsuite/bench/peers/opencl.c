/* An OpenCL device of type CPU (PoCL) as a peer: KERNELS/FAMILY.cl, whose arguments have the names of the HLSL.
 *
 * An argument is a resource, a cbuffer as a whole, a constant, or RESOURCE_width, _height, _pitch (elements). Kernels
 * work on the memory that is bound, in place. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "peer.h"

enum { MAX_ARGUMENTS = 24, MAX_PLATFORMS = 8 };

static cl_context context;
static cl_device_id device;
static cl_command_queue queue;
static cl_program program;

const char *const peer_name = "pocl";
uint32_t peer_wave_size(void) { return 1; } /* none of the kernels has any */

static void must(cl_int result, const char *what)
{
    if (result != CL_SUCCESS)
        peer_skip("OpenCL has no", what);
}

/* ---- the program ---- */

static void find_device(void)
{
    cl_platform_id platforms[MAX_PLATFORMS];
    cl_uint count = 0;
    must(clGetPlatformIDs(MAX_PLATFORMS, platforms, &count), "platform");
    for (cl_uint i = 0; i < count && !device; i++)
        clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_CPU, 1, &device, NULL);
    if (!device)
        peer_skip("OpenCL has no", "CPU among its devices");
}

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file)
        peer_skip("there is no", path);
    char *text = calloc(1, 1 << 16);
    if (fread(text, 1, (1 << 16) - 1, file) == 0)
        die("cannot read", path);
    fclose(file);
    return text;
}

void peer_open(const char *folder, const char *family)
{
    char path[4096], log[4096] = "";
    cl_int result;
    snprintf(path, sizeof path, "%s/%s.cl", folder, family);
    const char *text = read_text(path);
    find_device();
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &result);
    must(result, "context");
    queue = clCreateCommandQueue(context, device, 0, &result);
    must(result, "queue");
    program = clCreateProgramWithSource(context, 1, &text, NULL, &result);
    must(result, "program");
    result = clBuildProgram(program, 1, &device, "-cl-fast-relaxed-math -cl-kernel-arg-info", NULL, NULL);
    if (result != CL_SUCCESS) {
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        peer_skip("OpenCL does not compile it:", log);
    }
}

/* ---- arguments ---- */

static const WccResourceInfo *find_info(const WccModule *module, const char *name, size_t length)
{
    for (uint32_t i = 0; i < module->resource_count; i++)
        if (strlen(module->resources[i].name) == length && !strncmp(module->resources[i].name, name, length))
            return &module->resources[i];
    return NULL;
}

/* 0: there is none called that. */
static size_t constant_of(const Kernels *kernels, const char *name, const void **value)
{
    for (uint32_t i = 0; i < kernels->module->resource_count; i++) {
        const WccResourceInfo *info = &kernels->module->resources[i];
        for (uint32_t k = 0; info->kind == WCC_CBUFFER && k < info->field_count; k++)
            if (!strcmp(info->fields[k].name, name)) {
                *value = (const char *)kernels->rows[info->first_row].data + info->fields[k].offset;
                return 4 * info->fields[k].rows * info->fields[k].columns; /* all are words */
            }
    }
    return 0;
}

static cl_uint measure_of(const Kernels *kernels, const char *name, const char *what)
{
    const WccResourceInfo *info = find_info(kernels->module, name, (size_t)(what - name) - 1);
    if (!info)
        peer_skip("no resource has", name);
    const WccResource *row = &kernels->rows[info->first_row];
    return !strcmp(what, "width") ? row->width : !strcmp(what, "height") ? row->height : row->row_pitch / row->stride;
}

/* The buffer that it made; NULL: none. */
static cl_mem set_argument(const Kernels *kernels, cl_kernel kernel, cl_uint number, const char *name)
{
    const void *value;
    cl_int result;
    size_t bytes = constant_of(kernels, name, &value);
    const char *underscore = strchr(name, '_');
    const WccResourceInfo *info = find_info(kernels->module, name, strlen(name));
    if (bytes > 0 || underscore) {
        cl_uint measure = underscore ? measure_of(kernels, name, underscore + 1) : 0;
        must(clSetKernelArg(kernel, number, bytes > 0 ? bytes : sizeof measure, bytes > 0 ? value : &measure), name);
        return NULL;
    }
    if (!info)
        peer_skip("nothing here is called", name);
    const WccResource *row = &kernels->rows[info->first_row];
    size_t row_bytes = row->height > 1 ? row->row_pitch : (size_t)row->width * row->stride;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, row_bytes * row->height * row->depth,
                                   row->data, &result);
    must(result, "buffer");
    must(clSetKernelArg(kernel, number, sizeof buffer, &buffer), name);
    return buffer;
}

/* What the kernel wrote is seen once the buffer has been mapped. */
static void give_back(cl_mem buffer)
{
    size_t bytes;
    cl_int result;
    clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof bytes, &bytes, NULL);
    void *mapped = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, bytes, 0, NULL, NULL, &result);
    must(result, "mapping");
    clEnqueueUnmapMemObject(queue, buffer, mapped, 0, NULL, NULL);
    clFinish(queue);
    clReleaseMemObject(buffer);
}

double peer_dispatch(Kernels *kernels, const WccEntry *entry)
{
    cl_int result;
    cl_uint count;
    cl_mem buffers[MAX_ARGUMENTS];
    cl_kernel kernel = clCreateKernel(program, entry->name, &result);
    if (result != CL_SUCCESS)
        peer_skip("not in OpenCL C:", entry->name);
    clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL);
    for (cl_uint i = 0; i < count; i++) {
        char name[64];
        must(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_NAME, sizeof name, name, NULL), "names of arguments");
        buffers[i] = set_argument(kernels, kernel, i, name);
    }
    size_t threads[3], group[3];
    for (int axis = 0; axis < 3; axis++) {
        group[axis] = entry->threads[axis];
        threads[axis] = group[axis] * kernels->dispatch.groups[axis];
    }
    double start = process_ms();
    must(clEnqueueNDRangeKernel(queue, kernel, 3, NULL, threads, group, 0, NULL, NULL), "such groups");
    clFinish(queue);
    double ms = process_ms() - start;
    for (cl_uint i = 0; i < count; i++)
        if (buffers[i])
            give_back(buffers[i]);
    clReleaseKernel(kernel);
    return ms;
}
