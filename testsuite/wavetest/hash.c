/* Hashes of names and texts: FNV-1a. */
#include "jobs.h"

const uint64_t HASH_START = UINT64_C(0xcbf29ce484222325);

void hash_add(uint64_t *hash, const void *bytes, size_t length)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < length; i++)
        *hash = (*hash ^ at[i]) * UINT64_C(0x100000001b3);
}

uint64_t hash_of_name(const char *name)
{
    uint64_t hash = HASH_START;
    hash_add(&hash, name, strlen(name));
    return hash ^ hash >> 32;
}
