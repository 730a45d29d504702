#include 3
