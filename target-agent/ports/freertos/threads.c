#include "cyclescope_os.h"

void cyclescope_os_thread_main(void *argument)
{
    cyclescope_os_thread *thread = argument;
    thread->entry(thread->argument);
    thread->ended = true;
    xTaskNotifyGive(thread->joiner);
    /* The joiner has the higher priority and deletes this thread. */
    for (;;) vTaskSuspend(NULL);
}
