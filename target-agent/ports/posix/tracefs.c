#include "tracefs.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <sys/mount.h>
#include <unistd.h>

#define TRACEFS "/sys/kernel/tracing"

static const char *s_folder;

/** Mounts it in a private namespace, so that it goes away with the process, however that ends. */
static bool mount_for_us(void)
{
    return unshare(CLONE_NEWNS) == 0 && mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
           mount("tracefs", TRACEFS, "tracefs", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) == 0;
}

bool cyclescope_tracefs_start(void)
{
    s_folder = TRACEFS "/events";
    if (access(s_folder, F_OK) == 0) return true;
    /* Older systems have it under debugfs. */
    s_folder = "/sys/kernel/debug/tracing/events";
    if (access(s_folder, F_OK) == 0) return true;
    s_folder = TRACEFS "/events";
    return mount_for_us();
}

bool cyclescope_tracefs_format(const char *tracepoint, char *text, size_t size)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s/format", s_folder, tracepoint);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    const ssize_t length = read(file, text, size - 1u);
    close(file);
    text[length > 0 ? length : 0] = 0;
    return length > 0;
}
