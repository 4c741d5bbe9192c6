/** Parses and formats control lines, without heap or C library. */
#ifndef CYCLESCOPE_TEXT_H
#define CYCLESCOPE_TEXT_H

#include <stdbool.h>
#include <stdint.h>

/** The longest line from the host, including its end. */
#ifndef CYCLESCOPE_LINE_IN
#define CYCLESCOPE_LINE_IN 256u
#endif
/** The longest line to the host, including its end. */
#ifndef CYCLESCOPE_LINE_OUT
#define CYCLESCOPE_LINE_OUT 512u
#endif

bool cyclescope_text_equal(const char *a, const char *b);
uint32_t cyclescope_text_length(const char *text);

/**
 * Cuts the next word off `*rest`, in place: a bare word, or `key=value` with `*value` set. Resolves
 * quotes and escapes. NULL at the end of the line; sets `*broken` on an unterminated quote.
 */
char *cyclescope_text_word(char **rest, char **value, bool *broken);

/** Reads a decimal number below 2^32; the text must contain nothing else. */
bool cyclescope_text_number(const char *text, uint32_t *number);

/** A line being written. Text that does not fit is truncated; of a pair, only the value is. */
typedef struct {
    char text[CYCLESCOPE_LINE_OUT];
    uint32_t length;
} cyclescope_line;

void cyclescope_line_begin(cyclescope_line *line, const char *keyword);
void cyclescope_line_raw(cyclescope_line *line, const char *text);
void cyclescope_line_span(cyclescope_line *line, const char *text, uint32_t length);
void cyclescope_line_decimal(cyclescope_line *line, uint32_t number);
/** Appends ` key=value`, quoted if necessary; control characters become spaces. */
void cyclescope_line_text(cyclescope_line *line, const char *key, const char *value);
void cyclescope_line_number(cyclescope_line *line, const char *key, uint32_t number);
/** Returns the text written so far, zero-terminated. */
const char *cyclescope_line_peek(cyclescope_line *line);
/** Ends the line and returns its text, zero-terminated after the newline. */
const char *cyclescope_line_end(cyclescope_line *line);

#endif
