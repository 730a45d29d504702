static const float a = 1.5q;
