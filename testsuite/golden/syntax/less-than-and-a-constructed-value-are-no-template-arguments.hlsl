struct Item { int x; };
StructuredBuffer<Item> items;
bool compare(int y, int z)
{
    return items[0].x < int(y) | z > (y);
}
