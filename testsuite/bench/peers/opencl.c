/* An OpenCL device of type CPU (PoCL) as a peer: KERNELS/FAMILY.cl, whose arguments have the names of the HLSL
 * (arguments.h). Kernels work on the memory that is bound, in place. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

#include "arguments.h"

enum { MAX_ARGUMENTS = 24, MAX_PLATFORMS = 8 };

static cl_context context;
static cl_device_id device;
static cl_command_queue queue;
static cl_program program;

const char *peer_name = "pocl";
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

/* The buffer that it made; NULL: none. */
static cl_mem set_argument(const Kernels *kernels, cl_kernel kernel, cl_uint number, const char *name)
{
    Argument argument = argument_of(kernels, name);
    cl_int result;
    if (!argument.is_memory) {
        const void *value = argument.data ? argument.data : &argument.measure;
        must(clSetKernelArg(kernel, number, argument.bytes, value), name);
        return NULL;
    }
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, argument.bytes, argument.data, &result);
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
