/* Hashes of names, by which tests are picked. */
#include "base/hash.h"
#include "jobs.h"

uint64_t hash_of_name(const char *name)
{
    uint64_t hash = hash_add(HASH_START, name, strlen(name));
    return hash ^ hash >> 32;
}
