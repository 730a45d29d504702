/* Options behind a file's name: "16:srgb". */
#include "files.h"

#include <string.h>

bool host_has_word(const char *option, const char *word)
{
    for (; *option; option += *option == ':') {
        size_t length = strcspn(option, ":");
        if (length == strlen(word) && !memcmp(option, word, length))
            return true;
        option += length;
    }
    return false;
}
