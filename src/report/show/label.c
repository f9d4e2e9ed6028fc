/* label.c: see label.h */
#include "report/show/label.h"

#include "util/words.h"

#include <string.h>

/* Widths in hundredths of the font size, of DejaVu Sans: it is wider than Arial or Helvetica. */
static const unsigned char widths[] = {
    32, 41, 46, 84, 64, 96, 78, 28, 40,  40, 50, 84, 32, 37, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 34, 34, 84, 84, 84, 54, 100, 69, 69, 70, 78, 64, 58, 78, 76, 30, 30, 66, 56, 87, 75, 79,
    61, 79, 70, 64, 62, 74, 69, 99, 69,  62, 69, 40, 34, 40, 84, 50, 50, 62, 64, 55, 64, 62, 36, 64,
    64, 28, 28, 58, 28, 98, 64, 62, 64,  64, 42, 53, 40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84};

static const unsigned char bold_widths[] = {
    35, 46,  53, 84, 70, 101, 88, 31,  46, 46, 53, 84, 38, 42,  38, 37, 70, 70,  70,
    70, 70,  70, 70, 70, 70,  70, 40,  40, 84, 84, 84, 59, 100, 78, 77, 74, 84,  69,
    69, 83,  84, 38, 38, 78,  64, 100, 84, 86, 74, 86, 78, 73,  69, 82, 78, 111, 78,
    73, 73,  46, 37, 46, 84,  50, 50,  68, 72, 60, 72, 68, 44,  72, 72, 35, 35,  67,
    35, 105, 72, 69, 72, 72,  50, 60,  48, 72, 66, 93, 65, 66,  59, 72, 37, 72,  84};

_Static_assert(sizeof widths == 95 && sizeof bold_widths == 95, "blank to tilde");

double report_label_width(const char *text, double size, bool bold)
{
    double hundredths = 0;
    for (const unsigned char *at = (const unsigned char *)text; *at; at++) {
        if (*at >= ' ' && *at <= '~')
            hundredths += bold ? bold_widths[*at - ' '] : widths[*at - ' '];
        else if (*at >= 0xc0 && *at < 0xe0) /* two bytes: Latin, Greek, Cyrillic */
            hundredths += bold ? 90 : 80;
        else if (*at >= 0xe0) /* more: as wide as high */
            hundredths += bold ? 110 : 105;
    }
    return hundredths * size / 100;
}

size_t report_label_brief(const char *text)
{
    size_t size = strlen(text);
    if (!size || text[size - 1] != ')')
        return size;
    for (size_t at = size; at-- > 1;) {
        if (text[at] == '(' && text[at - 1] == ' ')
            return at - 1 ? at - 1 : size;
    }
    return size;
}

static void shorten(struct buffer *to, const char *text, double size, bool bold, double room)
{
    if (report_label_width(text, size, bold) <= room) {
        buffer_add(to, text);
        return;
    }
    size_t columns = words_width(text), most = (size_t)(room > 0 ? room / size * 4 : 0) + 2;
    if (columns > most) /* nothing is narrower than a quarter of the size */
        columns = most;
    while (columns-- > 1) {
        struct buffer shorter = {0};
        words_shorten(&shorter, text, columns, true);
        bool fits = report_label_width(shorter.text, size, bold) <= room;
        if (fits)
            buffer_add(to, shorter.text);
        buffer_free(&shorter);
        if (fits)
            return;
    }
}

bool report_label_fit(struct buffer *to, const char *text, double size, bool bold, double room)
{
    if (report_label_width(text, size, bold) <= room) {
        buffer_add(to, text);
        return false;
    }
    struct buffer brief = {0};
    buffer_add_bytes(&brief, text, report_label_brief(text));
    shorten(to, brief.text, size, bold, room);
    buffer_free(&brief);
    return true;
}
