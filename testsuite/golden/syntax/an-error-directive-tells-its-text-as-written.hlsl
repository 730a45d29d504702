#error no  way // not
float a;
