// options: -Wundef
#define USE_WAVES 1
#define QUALITY 2
#define BOTH (QUALITY && SHARPNES)
#define SHARPNESS 1

#if USE_WAVE
#elif QUALITTY > 1
#endif
#if BOTH
#endif
#if defined(ELSEWHERE) && ELSEWHERE > 3
#elif true && !false && SOMETHING
#endif
#if QUALITY > 1 || UNSEEN
#endif
#ifdef USE_WAVS
#endif

RWStructuredBuffer<uint> output;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    output[i] = i;
}
