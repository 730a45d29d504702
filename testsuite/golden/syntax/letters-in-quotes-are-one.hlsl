#if 'ab' != 24930
#error
#endif
int a = 'ab', b = '\n', c = '\x41';
