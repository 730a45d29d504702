#define FILE 1
#include FILE
