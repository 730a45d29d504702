/* The version of wavecc, of its runtime library and of what is installed of them. */
#ifndef WAVECC_VERSION
#define WAVECC_VERSION "0.1.0"
#endif
