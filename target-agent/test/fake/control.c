#include <setjmp.h>
#include <string.h>

#include "check.h"
#include "cyclescope/agent.h"
#include "cyclescope/port.h"
#include "fake.h"
#include "text.h"

#define RING 600u

static char s_typed[4096];
static uint32_t s_typed_bytes;
static uint32_t s_taken;
static char s_written[1 << 16];
static uint32_t s_written_bytes;
static uint32_t s_unread;
static uint32_t s_checked_room;
static jmp_buf s_nothing_left;

int cyclescope_control_read(void)
{
    fake_stream.transport += 1;
    return s_taken < s_typed_bytes ? (unsigned char)s_typed[s_taken++] : -1;
}

uint32_t cyclescope_control_room(void)
{
    fake_stream.transport += 1;
    s_checked_room = RING - s_unread;
    return s_checked_room;
}

void cyclescope_control_write(const char *text, uint32_t bytes)
{
    fake_stream.transport += 1;
    CHECK(bytes <= s_checked_room);
    CHECK(bytes > 0 && text[bytes - 1u] == '\n');
    s_checked_room = 0;
    s_unread += bytes;
    if (s_written_bytes + bytes >= sizeof s_written) return;
    memcpy(&s_written[s_written_bytes], text, bytes);
    s_written_bytes += bytes;
    s_written[s_written_bytes] = 0;
}

void cyclescope_port_idle(void)
{
    if (!s_unread && s_taken == s_typed_bytes) longjmp(s_nothing_left, 1);
    s_unread = 0;
}

void fake_type(const char *text)
{
    const uint32_t bytes = (uint32_t)strlen(text);
    if (!CHECK(s_typed_bytes + bytes <= sizeof s_typed)) return;
    memcpy(&s_typed[s_typed_bytes], text, bytes);
    s_typed_bytes += bytes;
}

const char *fake_serve_bytes(const char *bytes, uint32_t count)
{
    if (!CHECK(count <= sizeof s_typed)) return "";
    memcpy(s_typed, bytes, count);
    s_typed_bytes = count;
    s_taken = s_unread = s_written_bytes = 0;
    s_written[0] = 0;
    if (!setjmp(s_nothing_left)) cyclescope_agent();
    return s_written;
}

const char *fake_serve(const char *text) { return fake_serve_bytes(text, (uint32_t)strlen(text)); }

uint32_t fake_lines(const char *beginning)
{
    uint32_t count = 0;
    for (const char *line = s_written; *line; line = strchr(line, '\n') + 1) {
        if (!strncmp(line, beginning, strlen(beginning))) ++count;
    }
    return count;
}
