// C++ with the header of a module that has no name of its own.
#include <cstdint>
#include <iostream>
#include <vector>

#include "plain.h"

int main()
{
    WccDevice *device = wcc_new_device(1);
    WccRuntime *runtime = wcc_new_on(device, &wcc_module, nullptr, 0);
    std::vector<std::uint32_t> numbers = {1, 2}, scaled(2);
    WccMemory in = {}, out = {};
    in.data = numbers.data();
    out.data = scaled.data();
    in.width = out.width = 2;
    wcc_bind_memory(runtime, "gNumbers", &in);
    wcc_bind_memory(runtime, "gScaled", &out);
    if (wcc_ScaleCS(runtime, nullptr, 1, 1, 1) != WCC_OK)
        std::cout << wcc_error(runtime);
    std::cout << scaled[0] << " " << scaled[1] << "\n";
    wcc_free(runtime);
    wcc_free_device(device);
}
