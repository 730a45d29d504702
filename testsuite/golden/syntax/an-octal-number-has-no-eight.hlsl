static const int a = 08;
