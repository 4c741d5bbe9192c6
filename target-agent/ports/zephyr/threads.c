#include "cyclescope_os.h"

void cyclescope_os_thread_main(void *thread, void *unused, void *also_unused)
{
    cyclescope_os_thread *own = thread;
    ARG_UNUSED(unused);
    ARG_UNUSED(also_unused);
    own->entry(own->argument);
}
