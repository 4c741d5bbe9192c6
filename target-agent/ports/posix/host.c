#include "host.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

/* A writable pipe accepts this much without blocking, so that the timeout works. */
#define PIECE 4096u

static cyclescope_host_options s_options;

static int patience_ms(void)
{
    return s_options.patience_s ? (int)(s_options.patience_s * 1000u) : -1;
}

void cyclescope_host_start(const cyclescope_host_options *options)
{
    s_options = *options;
    signal(SIGPIPE, SIG_IGN);
}

void cyclescope_host_gone(void) { _exit(0); }

static void await(int file, short what)
{
    struct pollfd wanted = {.fd = file, .events = what};
    for (;;) {
        const int ready = poll(&wanted, 1, patience_ms());
        if (ready > 0) return;
        if (ready == 0 || errno != EINTR) cyclescope_host_gone();
    }
}

void cyclescope_host_write(int file, const void *bytes, uint32_t count)
{
    const uint8_t *at = bytes;
    while (count > 0) {
        await(file, POLLOUT);
        const ssize_t written = write(file, at, count < PIECE ? count : PIECE);
        if (written < 0 && errno != EINTR && errno != EAGAIN) cyclescope_host_gone();
        if (written <= 0) continue;
        at += written;
        count -= (uint32_t)written;
    }
}

int cyclescope_host_read(void)
{
    static uint8_t buffer[256];
    static ssize_t used;
    static ssize_t filled;
    if (used < filled) return buffer[used++];
    struct pollfd wanted = {.fd = STDIN_FILENO, .events = POLLIN};
    if (poll(&wanted, 1, 0) <= 0) return -1;
    filled = read(STDIN_FILENO, buffer, sizeof buffer);
    used = 0;
    if (filled == 0 || (filled < 0 && errno != EINTR && errno != EAGAIN)) cyclescope_host_gone();
    return filled > 0 ? buffer[used++] : -1;
}

void cyclescope_host_await(void) { await(STDIN_FILENO, POLLIN); }

void cyclescope_host_facts(cyclescope_fact_sink sink)
{
    sink("launch_context", s_options.launch_context);
}
