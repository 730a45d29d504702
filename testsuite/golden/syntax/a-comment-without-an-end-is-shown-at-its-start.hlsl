float a; /* and so on

