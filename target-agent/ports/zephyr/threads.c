#include "cyclescope_os.h"

cyclescope_os_thread cyclescope_os_helper;

void cyclescope_zephyr_thread_main(void *thread, void *unused, void *also_unused)
{
    cyclescope_os_thread *own = thread;
    ARG_UNUSED(unused);
    ARG_UNUSED(also_unused);
    own->entry(own->argument);
}
