// A terminal would obey them: clear itself, hide the line. The caret stands right behind them.
static const int a = 1  + 2;
static_assert(true, "ä	[2J�" @);
