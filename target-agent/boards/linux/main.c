/** The agent as a Linux program: control lines on standard input and error, the stream on standard output. */
#include <unistd.h>

#include "cyclescope/linux.h"
#include "init.h"

int main(void)
{
    if (cyclescope_linux_init && getpid() == 1) cyclescope_linux_init();
    cyclescope_linux_agent();
}
