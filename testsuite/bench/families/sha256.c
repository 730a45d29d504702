/* SHA-256 of messages of 64 bytes, given as big-endian words. */
#include <string.h>

#include "../bench.h"

enum { COUNT = SIZE(1 << 13, 1 << 7), WORDS = 16, DIGEST = 8 };
static uint32_t *messages, *digests, *result;

static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static inline uint32_t rotated(uint32_t x, int n) { return x >> n | x << (32 - n); }

static void compress(uint32_t *state, uint32_t *w)
{
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6], h = state[7];
    for (int i = 0; i < 64; i++) {
        if (i >= 16) {
            uint32_t early = w[(i + 1) & 15], late = w[(i + 14) & 15];
            w[i & 15] += (rotated(early, 7) ^ rotated(early, 18) ^ early >> 3) + w[(i + 9) & 15] + (rotated(late, 17) ^ rotated(late, 19) ^ late >> 10);
        }
        uint32_t t1 = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i & 15];
        uint32_t t2 = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + t1;
        d = c, c = b, b = a, a = t1 + t2;
    }
    uint32_t after[DIGEST] = {a, b, c, d, e, f, g, h};
    for (int i = 0; i < DIGEST; i++)
        state[i] += after[i];
}

PLAIN void hash(const uint32_t *restrict in, uint32_t *restrict out, int count)
{
    static const uint32_t start[DIGEST] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    static const uint32_t padding[WORDS] = {0x80000000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 512};
    for (int i = 0; i < count; i++) {
        uint32_t *state = out + i * DIGEST, w[WORDS];
        memcpy(state, start, sizeof start);
        memcpy(w, in + i * WORDS, sizeof w);
        compress(state, w);
        memcpy(w, padding, sizeof w);
        compress(state, w);
    }
}

static void prepare(Kernels *kernels)
{
    messages = new_random_words(COUNT * WORDS);
    digests = new_words(COUNT * DIGEST);
    result = new_words(COUNT * DIGEST);
    bind_buffer(kernels, "gMessages", messages, COUNT * WORDS, 4);
    bind_buffer(kernels, "gDigests", result, COUNT * DIGEST, 4);
    set_int(kernels, "gCount", COUNT);
}

static void plain(void) { hash(messages, digests, COUNT); }
static void kernel(Kernels *kernels) { run(kernels, "HashCS", COUNT / 64, 1, 1); }
static double difference(void) { return words_that_differ(digests, result, COUNT * DIGEST); }

const Contest contests[] = {{"SHA-256 of 2^13 messages", prepare, plain, kernel, difference, 0}, {0}};
