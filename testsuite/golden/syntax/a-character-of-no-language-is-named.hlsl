float a = 1 @ 2;
