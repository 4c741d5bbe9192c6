/** Control lines: taking them apart and writing them, without heap or library. */
#ifndef CYCLESCOPE_TEXT_H
#define CYCLESCOPE_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#define CYCLESCOPE_LINE_IN 256u  /**< longest line from the host, with its end */
#define CYCLESCOPE_LINE_OUT 512u /**< longest line to the host, with its end */

bool cyclescope_text_equal(const char *a, const char *b);
uint32_t cyclescope_text_length(const char *text);

/**
 * Cuts the next word off `*rest`, in place: a bare word, or `key=value` with `*value` set. Quotes
 * and escapes are resolved. NULL at the end of the line; `*broken` is set where a quote never ends.
 */
char *cyclescope_text_word(char **rest, char **value, bool *broken);

/** Reads a decimal number below 2^32; the text must contain nothing else. */
bool cyclescope_text_number(const char *text, uint32_t *number);

/** A line being written. What does not fit is cut, a pair only in its value. */
typedef struct {
    char text[CYCLESCOPE_LINE_OUT];
    uint32_t length;
} cyclescope_line;

void cyclescope_line_begin(cyclescope_line *line, const char *keyword);
void cyclescope_line_raw(cyclescope_line *line, const char *text);
void cyclescope_line_span(cyclescope_line *line, const char *text, uint32_t length);
void cyclescope_line_decimal(cyclescope_line *line, uint32_t number);
/** Appends ` key=value`, in quotes where the value needs them; control characters become blanks. */
void cyclescope_line_text(cyclescope_line *line, const char *key, const char *value);
void cyclescope_line_number(cyclescope_line *line, const char *key, uint32_t number);
/** Gives the text written so far, zero-terminated. */
const char *cyclescope_line_peek(cyclescope_line *line);
/** Ends the line and gives its text, zero-terminated behind the newline. */
const char *cyclescope_line_end(cyclescope_line *line);

#endif
