#include "text.h"

#include <stddef.h>

/* Digits of the largest 32-bit number. */
#define DECIMAL_DIGITS 10u

bool cyclescope_text_equal(const char *a, const char *b)
{
    while (*a && *a == *b) {
        ++a;
        ++b;
    }
    return *a == *b;
}

uint32_t cyclescope_text_length(const char *text)
{
    uint32_t length = 0;
    while (text[length]) ++length;
    return length;
}

/**
 * Unescapes the quoted text after `from` into `to`; returns the position after the closing quote.
 */
static char *unquote(char *from, char *to, bool *broken)
{
    while (*from && *from != '"') {
        if (*from == '\\' && from[1]) ++from;
        *to++ = *from++;
    }
    *broken = *broken || *from != '"';
    char *behind = *from ? from + 1 : from;
    *to = 0;
    return behind;
}

char *cyclescope_text_word(char **rest, char **value, bool *broken)
{
    char *at = *rest;
    while (*at == ' ') ++at;
    *value = NULL;
    if (!*at) return NULL;
    char *word = at;
    while (*at && *at != ' ' && *at != '=') ++at;
    if (*at == '=') {
        *at++ = 0;
        *value = at;
        if (*at == '"') {
            at = unquote(at + 1, at, broken);
        } else {
            while (*at && *at != ' ') ++at;
        }
    }
    if (*at == ' ') *at++ = 0;
    *rest = at;
    return word;
}

bool cyclescope_text_number(const char *text, uint32_t *number)
{
    uint32_t result = 0;
    if (!*text) return false;
    for (; *text; ++text) {
        if (*text < '0' || *text > '9') return false;
        const uint32_t digit = (uint32_t)(*text - '0');
        if (result > (UINT32_MAX - digit) / 10u) return false;
        result = result * 10u + digit;
    }
    *number = result;
    return true;
}

static void put(cyclescope_line *line, char c)
{
    /* Room is reserved for the newline and the terminating zero. */
    if (line->length < CYCLESCOPE_LINE_OUT - 2u) line->text[line->length++] = c;
}

void cyclescope_line_raw(cyclescope_line *line, const char *text)
{
    while (*text) put(line, *text++);
}

void cyclescope_line_span(cyclescope_line *line, const char *text, uint32_t length)
{
    for (uint32_t i = 0; i < length; ++i) put(line, text[i]);
}

void cyclescope_line_begin(cyclescope_line *line, const char *keyword)
{
    line->length = 0;
    cyclescope_line_raw(line, keyword);
}

static bool is_control(char c) { return ((unsigned char)c < ' ' && c) || c == 0x7F; }

static bool needs_quotes(const char *value)
{
    if (!*value) return true;
    for (; *value; ++value) {
        if (*value == ' ' || *value == '"' || *value == '\\' || is_control(*value)) return true;
    }
    return false;
}

static bool fits(const cyclescope_line *line, uint32_t characters)
{
    return line->length + characters <= CYCLESCOPE_LINE_OUT - 2u;
}

/** Truncates a value that is too long, but never inside an escape sequence. */
static void put_quoted(cyclescope_line *line, const char *value)
{
    put(line, '"');
    for (; *value; ++value) {
        const bool escaped = *value == '"' || *value == '\\';
        if (!fits(line, escaped ? 3u : 2u)) break;
        if (escaped) put(line, '\\');
        put(line, is_control(*value) ? ' ' : *value);
    }
    put(line, '"');
}

void cyclescope_line_text(cyclescope_line *line, const char *key, const char *value)
{
    /* A space, the equals sign and two quotes: a pair that does not fit is left out entirely. */
    if (!fits(line, cyclescope_text_length(key) + 4u)) return;
    put(line, ' ');
    cyclescope_line_raw(line, key);
    put(line, '=');
    if (needs_quotes(value)) {
        put_quoted(line, value);
    } else {
        cyclescope_line_raw(line, value);
    }
}

void cyclescope_line_decimal(cyclescope_line *line, uint32_t number)
{
    char digits[DECIMAL_DIGITS];
    uint32_t count = 0;
    do {
        digits[count++] = (char)('0' + number % 10u);
        number /= 10u;
    } while (number);
    while (count) put(line, digits[--count]);
}

void cyclescope_line_number(cyclescope_line *line, const char *key, uint32_t number)
{
    if (!fits(line, cyclescope_text_length(key) + 2u + DECIMAL_DIGITS)) return;
    put(line, ' ');
    cyclescope_line_raw(line, key);
    put(line, '=');
    cyclescope_line_decimal(line, number);
}

const char *cyclescope_line_peek(cyclescope_line *line)
{
    line->text[line->length] = 0;
    return line->text;
}

const char *cyclescope_line_end(cyclescope_line *line)
{
    line->text[line->length++] = '\n';
    line->text[line->length] = 0;
    return line->text;
}
