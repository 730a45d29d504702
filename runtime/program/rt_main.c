/* The main() of an executable made by wavecc: the emitted C beside it defines wcc_module. */
#include "wcc_rt.h"

int main(int argc, char **argv)
{
    return wcc_main(&wcc_module, argc, argv);
}
