#define _GNU_SOURCE
#include "init.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

/* The host writes its lines into this file before the board is switched on. */
#define SCRIPT "/cyclescope.script"
/* From this line on everything on the control port is the agent's. */
#define READY "cyclescope ready\n"

static void mount_at(const char *type, const char *folder)
{
    mkdir(folder, 0755);
    /* A kernel may have mounted devtmpfs itself. */
    (void)mount(type, folder, type, 0, NULL);
}

/* The value of `name=` on the kernel's command line, or the other one. */
static const char *kernel_option(char *line, const char *name, const char *otherwise)
{
    char *at = strstr(line, name);
    if (!at) return otherwise;
    at += strlen(name);
    at[strcspn(at, " \n")] = 0;
    return at;
}

static void read_kernel_options(char *line, size_t size)
{
    const int file = open("/proc/cmdline", O_RDONLY);
    const ssize_t length = file < 0 ? 0 : read(file, line, size - 1u);
    line[length < 0 ? 0 : length] = 0;
    if (file >= 0) close(file);
}

/* Every byte must arrive as it was written. */
static int open_raw(const char *path)
{
    const int port = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
    struct termios mode;
    if (port < 0 || tcgetattr(port, &mode) != 0) return port;
    cfmakeraw(&mode);
    mode.c_cflag |= CLOCAL;
    cfsetspeed(&mode, B4000000);
    tcsetattr(port, TCSANOW, &mode);
    return port;
}

static _Noreturn void power_off(int control, int stream)
{
    tcdrain(stream);
    tcdrain(control);
    reboot(RB_POWER_OFF);
    for (;;) pause();
}

/* The addresses of the kernel's functions, for a profile; an empty line ends them. */
static void write_symbols(int stream)
{
    char line[512];
    FILE *const from = fopen("/proc/kallsyms", "r");
    FILE *const to = fdopen(stream, "w");
    if (!from || !to) return;
    while (fgets(line, sizeof line, from)) {
        const char *kind = strchr(line, ' ');
        if (kind && strchr("tTwW", kind[1])) fputs(line, to);
    }
    fputs("\n", to);
    fflush(to);
}

static _Noreturn void become_agent(int script, int stream, int control)
{
    static char *const arguments[] = {"/init", NULL};
    static char *const environment[] = {"CYCLESCOPE_LAUNCH=console", "PATH=/", NULL};
    if (dup2(script, 0) == 0 && dup2(stream, 1) == 1 && dup2(control, 2) == 2) {
        execve(arguments[0], arguments, environment);
    }
    _exit(127);
}

static void report_end(int control, int status)
{
    if (WIFSIGNALED(status)) {
        dprintf(control, "panic reason=\"the agent was ended by signal %d\"\n", WTERMSIG(status));
    } else if (WEXITSTATUS(status) != 0) {
        dprintf(control, "panic reason=\"the agent ended with code %d\"\n", WEXITSTATUS(status));
    }
}

void cyclescope_linux_init(void)
{
    static char for_control[1024], for_stream[1024], for_symbols[1024];
    mount_at("proc", "/proc");
    mount_at("sysfs", "/sys");
    mount_at("devtmpfs", "/dev");
    read_kernel_options(for_control, sizeof for_control);
    memcpy(for_stream, for_control, sizeof for_stream);
    memcpy(for_symbols, for_control, sizeof for_symbols);
    const int control = open_raw(kernel_option(for_control, "cyclescope.control=", "/dev/ttymxc0"));
    const int stream = open_raw(kernel_option(for_stream, "cyclescope.stream=", "/dev/ttymxc1"));
    const int script = open(SCRIPT, O_RDONLY | O_CLOEXEC);

    dprintf(control, READY);
    if (strstr(for_symbols, "cyclescope.symbols=1")) {
        write_symbols(stream);
        power_off(control, stream);
    }
    int status = 0;
    /* A separate process, so that a crash of the agent can still be reported. */
    const pid_t agent = fork();
    if (agent == 0) become_agent(script, stream, control);
    while (waitpid(-1, &status, 0) != agent) continue;
    report_end(control, status);
    power_off(control, stream);
}
