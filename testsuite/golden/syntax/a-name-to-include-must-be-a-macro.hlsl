#include MISSING
