/* C++ 2011, 2.14.3: \x has digits, \u four of them and \U eight; surrogates and more than a byte are no characters. */
static string no_digits = "\x ", no_digit = "a\xg";
static string more_than_a_byte = "a\x100", octal = "\400";
static string short_name = "\u12", shorter_name = "\U0000002";
static string surrogate = "\ud800", behind_the_last = "\U00110000";
static string taken = "\377\xff\u0041\U0010ffff \q\"\\\'\?";
static const uint no_number = '\x', large = '\xfff', octal_number = '\777', two_bytes = '\u00e9';
static const uint numbers = '\377' + '\xFF' + '\u0041' + '\'';
