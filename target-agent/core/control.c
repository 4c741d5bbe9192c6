#include <stddef.h>

#include "commands.h"
#include "cyclescope/port.h"

cyclescope_line cyclescope_output;
cyclescope_line cyclescope_value;

static char s_line[CYCLESCOPE_LINE_IN];
/* A run keeps pointers into its own line while the next one comes in. */
static char s_taken[CYCLESCOPE_LINE_IN];
static uint32_t s_length;
static bool s_pending;
static bool s_too_long;

bool cyclescope_is_line_pending(void)
{
    while (!s_pending) {
        const int byte = cyclescope_control_read();
        if (byte < 0) return false;
        if (byte == '\r') continue;
        if (byte == '\n') {
            s_pending = s_length > 0 || s_too_long;
        } else if (s_length < CYCLESCOPE_LINE_IN - 1u) {
            s_line[s_length++] = (char)byte;
        } else {
            s_too_long = true;
        }
    }
    return true;
}

char *cyclescope_line_take(void)
{
    const bool whole = !s_too_long;
    for (uint32_t i = 0; i < s_length; ++i) s_taken[i] = s_line[i];
    s_taken[s_length] = 0;
    s_length = 0;
    s_pending = s_too_long = false;
    if (whole) return s_taken;
    cyclescope_reply_error("the line is too long", NULL);
    return NULL;
}

bool cyclescope_is_stop_pending(void)
{
    if (!cyclescope_is_line_pending() || s_too_long) return false;
    s_line[s_length] = 0;
    return cyclescope_text_equal(s_line, "stop");
}

void cyclescope_reply(void)
{
    const char *text = cyclescope_line_end(&cyclescope_output);
    while (cyclescope_control_room() < cyclescope_output.length) cyclescope_port_idle();
    cyclescope_control_write(text, cyclescope_output.length);
}

void cyclescope_reply_error(const char *reason, const char *detail)
{
    cyclescope_line_begin(&cyclescope_value, reason);
    if (detail) {
        cyclescope_line_raw(&cyclescope_value, " ");
        cyclescope_line_raw(&cyclescope_value, detail);
    }
    cyclescope_line_begin(&cyclescope_output, "error");
    cyclescope_line_text(&cyclescope_output, "reason", cyclescope_line_peek(&cyclescope_value));
    cyclescope_reply();
}
