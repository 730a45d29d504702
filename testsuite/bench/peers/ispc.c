/* ispc as a peer: KERNELS/FAMILY.so, made of FAMILY.ispc for one target; KERNELS is called as the peer is. Its
 * kernels do a whole dispatch in one call, as one writes them in ispc, and take pointers to what FAMILY.arguments
 * names, in that order. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "arguments.h"

enum { MAX_ARGUMENTS = 24 };

typedef void Kernel(void *arguments[]);

const char *peer_name;
static void *library;
static char names[MAX_ARGUMENTS][64];
static int name_count;

uint32_t peer_wave_size(void) { return 1; } /* the number of groups is nothing to its kernels */

void peer_open(const char *folder, const char *family)
{
    char path[4096];
    const char *slash = strrchr(folder, '/');
    peer_name = slash ? slash + 1 : folder;
    snprintf(path, sizeof path, "%s/%s.arguments", folder, family);
    FILE *file = fopen(path, "r");
    if (!file)
        peer_skip("there is no", path);
    while (name_count < MAX_ARGUMENTS && fscanf(file, "%63s", names[name_count]) == 1)
        name_count++;
    fclose(file);
    snprintf(path, sizeof path, "%s/%s.so", folder, family);
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        peer_skip("cannot load", dlerror());
}

double peer_dispatch(Kernels *kernels, const WccEntry *entry)
{
    Argument arguments[MAX_ARGUMENTS];
    void *pointers[MAX_ARGUMENTS];
    Kernel *kernel = (Kernel *)dlsym(library, entry->name);
    if (!kernel)
        peer_skip("not in ispc:", entry->name);
    for (int i = 0; i < name_count; i++) {
        arguments[i] = argument_of(kernels, names[i]);
        pointers[i] = arguments[i].data ? arguments[i].data : &arguments[i].measure;
    }
    double start = process_ms();
    kernel(pointers);
    return process_ms() - start;
}
