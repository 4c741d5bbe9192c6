#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "cyclescope_os.h"

char cyclescope_posix_queue_name[32] = "/cyclescope";

static const char *describe_error(int error)
{
    if (error == ENOSYS) {
        return "the kernel is built without POSIX message queues: CONFIG_POSIX_MQUEUE";
    }
    if (error == EMFILE) return "no room for a message queue: raise the limit with ulimit -q";
    return "the kernel refuses a message queue";
}

const char *cyclescope_posix_try_queue(void)
{
    (void)snprintf(cyclescope_posix_queue_name, sizeof cyclescope_posix_queue_name,
                   "/cyclescope-%ld", (long)getpid());
    cyclescope_os_queue queue;
    if (!cyclescope_os_queue_create(&queue, CYCLESCOPE_QUEUE_LENGTH_MAX, sizeof(uint32_t), NULL)) {
        return describe_error(errno);
    }
    cyclescope_os_queue_delete(&queue);
    return NULL;
}
