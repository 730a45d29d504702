#define BY 3
