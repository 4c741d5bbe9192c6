//! The kernel's objects as Zig calls them. They are made and kept in C; here are their addresses.

extern fn cyclescope_call_mutex_new(*Mutex) bool;
extern fn cyclescope_call_mutex_lock(*Mutex) bool;
extern fn cyclescope_call_mutex_unlock(*Mutex) bool;
extern fn cyclescope_call_mutex_delete(*Mutex) void;

pub const Mutex = opaque {
    pub const allocate = cyclescope_call_mutex_new;
    pub const lock = cyclescope_call_mutex_lock;
    pub const unlock = cyclescope_call_mutex_unlock;
    pub const delete = cyclescope_call_mutex_delete;
};

extern fn cyclescope_call_recursive_mutex_lock(*RecursiveMutex) bool;
extern fn cyclescope_call_recursive_mutex_unlock(*RecursiveMutex) bool;

pub const RecursiveMutex = opaque {
    pub const lock = cyclescope_call_recursive_mutex_lock;
    pub const unlock = cyclescope_call_recursive_mutex_unlock;
};

extern fn cyclescope_call_sem_new(*Semaphore) bool;
extern fn cyclescope_call_sem_take(*Semaphore) bool;
extern fn cyclescope_call_sem_give(*Semaphore) bool;
extern fn cyclescope_call_sem_delete(*Semaphore) void;

pub const Semaphore = opaque {
    pub const allocate = cyclescope_call_sem_new;
    pub const take = cyclescope_call_sem_take;
    pub const give = cyclescope_call_sem_give;
    pub const delete = cyclescope_call_sem_delete;
};

extern fn cyclescope_call_event_wait(*Event) bool;

pub const Event = opaque {
    pub const wait = cyclescope_call_event_wait;
};

extern fn cyclescope_call_condvar_wait(*Condvar, *Mutex) bool;

pub const Condvar = opaque {
    pub const wait = cyclescope_call_condvar_wait;
};

extern fn cyclescope_call_thread_new(*Thread) bool;
extern fn cyclescope_call_thread_dispose(*Thread) void;

pub const Thread = opaque {
    pub const allocate = cyclescope_call_thread_new;
    pub const dispose = cyclescope_call_thread_dispose;
};

extern fn cyclescope_call_yield() void;
extern fn cyclescope_call_self() usize;
extern fn cyclescope_call_time_us() u64;
extern fn cyclescope_call_delay_ms(u32) void;
extern fn cyclescope_call_sleep_ms(u32) void;

pub const yield = cyclescope_call_yield;
pub const thisThread = cyclescope_call_self;
pub const timeUs = cyclescope_call_time_us;
pub const delayMs = cyclescope_call_delay_ms;
pub const sleepMs = cyclescope_call_sleep_ms;

extern fn cyclescope_call_queue_new(*Queue, u32, u32) bool;
extern fn cyclescope_call_queue_send(*Queue, *const anyopaque) bool;
extern fn cyclescope_call_queue_receive(*Queue, *anyopaque) bool;
extern fn cyclescope_call_queue_delete(*Queue) void;

/// A queue of 32-bit items.
pub const Queue = opaque {
    pub inline fn allocate(queue: *Queue, length: u32) bool {
        return cyclescope_call_queue_new(queue, length, @sizeOf(u32));
    }
    pub inline fn send(queue: *Queue, item: u32) bool {
        return cyclescope_call_queue_send(queue, &item);
    }
    pub inline fn receive(queue: *Queue, item: *u32) bool {
        return cyclescope_call_queue_receive(queue, item);
    }
    pub const delete = cyclescope_call_queue_delete;
};

extern fn cyclescope_call_timer_start(*Timer) bool;
extern fn cyclescope_call_timer_stop(*Timer) bool;

pub const Timer = opaque {
    pub const start = cyclescope_call_timer_start;
    pub const stop = cyclescope_call_timer_stop;
};

extern fn cyclescope_call_eventgroup_set(*EventGroup, u32) void;
extern fn cyclescope_call_eventgroup_get(*EventGroup) u32;
extern fn cyclescope_call_eventgroup_clear(*EventGroup, u32) void;

pub const EventGroup = opaque {
    pub const set = cyclescope_call_eventgroup_set;
    pub const get = cyclescope_call_eventgroup_get;
    pub const clear = cyclescope_call_eventgroup_clear;
};

extern fn cyclescope_call_work_submit(*Work) bool;

pub const Work = opaque {
    pub const submit = cyclescope_call_work_submit;
};

extern fn cyclescope_call_stream_send(*Stream, *const anyopaque, u32) u32;
extern fn cyclescope_call_stream_receive(*Stream, *anyopaque, u32) u32;

pub const Stream = opaque {
    /// Returns true if all of it was sent.
    pub inline fn send(stream: *Stream, data: anytype) bool {
        const bytes = @sizeOf(@TypeOf(data.*));
        return cyclescope_call_stream_send(stream, data, bytes) == bytes;
    }
    /// Returns true if that much was received.
    pub inline fn receive(stream: *Stream, data: anytype) bool {
        const bytes = @sizeOf(@TypeOf(data.*));
        return cyclescope_call_stream_receive(stream, data, bytes) == bytes;
    }
};
