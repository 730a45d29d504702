_Pragma(once) int a;
