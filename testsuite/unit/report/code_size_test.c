/* Object files by hand: three sections, of which two hold code. */
#include <elf.h>

#include "code_size.h"
#include "test.h"

typedef struct Object {
    Elf64_Ehdr header;
    char bytes[157];
    Elf64_Shdr sections[4];
} Object;

static Object object_of_107_bytes(void)
{
    Object object = {.header = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB},
                                .e_shoff = offsetof(Object, sections), .e_shnum = 4,
                                .e_shentsize = sizeof(Elf64_Shdr)}};
    uint64_t at = offsetof(Object, bytes);
    object.sections[1] = (Elf64_Shdr){.sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC | SHF_EXECINSTR,
                                      .sh_offset = at, .sh_size = 100};
    object.sections[2] = (Elf64_Shdr){.sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC, .sh_offset = at + 100, .sh_size = 50};
    object.sections[3] = (Elf64_Shdr){.sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC | SHF_EXECINSTR,
                                      .sh_offset = at + 150, .sh_size = 7};
    return object;
}

static int64_t size_of(const Object *object, size_t length)
{
    return code_size_of_object((Slice){(const char *)object, length});
}

TEST(sections_that_are_executed_count)
{
    Object object = object_of_107_bytes();
    assert_int_equal(size_of(&object, sizeof object), 107);
}

TEST(objects_that_are_cut_off_have_no_size)
{
    Object object = object_of_107_bytes();
    for (size_t length = 0; length < offsetof(Object, sections) + sizeof object.sections; length++)
        assert_int_equal(size_of(&object, length), -1);
}

TEST(sections_outside_the_file_have_no_size)
{
    static const uint64_t FAR[] = {sizeof(Object), UINT64_MAX, UINT64_MAX - 50};
    for (size_t i = 0; i < sizeof FAR / sizeof *FAR; i++) {
        Object offset = object_of_107_bytes(), size = offset, table = offset;
        offset.sections[1].sh_offset = FAR[i];
        size.sections[3].sh_size = FAR[i];
        table.header.e_shoff = FAR[i];
        assert_int_equal(size_of(&offset, sizeof offset), -1);
        assert_int_equal(size_of(&size, sizeof size), -1);
        assert_int_equal(size_of(&table, sizeof table), -1);
    }
}

TEST(other_files_have_no_size)
{
    Object magic = object_of_107_bytes(), narrow = magic, big_endian = magic;
    magic.header.e_ident[1] = 'X';
    narrow.header.e_ident[EI_CLASS] = ELFCLASS32;
    big_endian.header.e_ident[EI_DATA] = ELFDATA2MSB;
    assert_int_equal(size_of(&magic, sizeof magic), -1);
    assert_int_equal(size_of(&narrow, sizeof narrow), -1);
    assert_int_equal(size_of(&big_endian, sizeof big_endian), -1);
}
