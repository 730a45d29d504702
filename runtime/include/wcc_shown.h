/* wcc_shown: what kernels compiled with -Zi tell a debugger (gdb/wavecc.py reads it): where their variables of the HLSL
 * lie, and with -Od at each statement which lanes came there. Included once by emitted C, after wcc_abi.h. */
#ifndef WCC_SHOWN_H
#define WCC_SHOWN_H

#include "wcc_abi.h"

enum { WCC_SHOWN_GLOBAL = 1, WCC_SHOWN_SHARED = 2, WCC_SHOWN_OF_WAVE = 4, WCC_SHOWN_VECTOR = 8, WCC_SHOWN_ELEMENTS = 16 };

/* A leaf of a variable: `member` of the kernel's scratch memory, [component][element], with ELEMENTS [0][element *
 * components + component]; with OF_WAVE [wave] before that, with VECTOR the pieces of a wave's lanes behind it. */
typedef struct WccShownName {
    const char *name; /* "lights[8].colour": with the sizes of the arrays around it */
    const char *type; /* "float4" */
    const char *member; /* 0: it is not kept */
    char kind;        /* b bool, i u integers, f floats */
    uint8_t bytes;    /* of a number there, whatever the member's type, but with VECTOR */
    uint8_t rows, columns; /* of a vector or matrix; else 0 */
    uint8_t flags;
    int32_t outer;    /* the next name that can be asked for where this one can; -1: none */
    WccPlace place;   /* of its declaration */
} WccShownName;

typedef struct WccShownStop {
    WccPlace place;  /* of a statement */
    int32_t visible; /* the innermost name there; -1: none */
} WccShownStop;

typedef struct WccShownKernel {
    const char *entry, *scratch; /* its name, that of the struct of its scratch memory; 0: it has none */
    const WccShownName *names;
    const WccShownStop *stops;
    uint32_t name_count, stop_count; /* stop_count 0: compiled without -Od */
} WccShownKernel;

#define WCC_SHOWN_LINE __asm__ volatile("nop") /* a line of the HLSL has code */

#define WCC_SHOWN_STAYS(hlsl) __asm__ volatile("" : : "r"(&(hlsl))) /* debuggers find it in memory, wherever they stop */

/* A variable `hlsl` of this type is in each kernel's function. */
typedef struct WccShown {
    const WccShownKernel *kernel;
    const WccWhere *where;
    const void *scratch;
    const int32_t *active; /* a mask by lane; 0: not known */
    uint32_t wave;         /* at hand; WCC_NO_WAVE: none */
    int32_t stop;          /* the statement at hand; -1: none yet */
} WccShown;

#endif
