//! The operations of the families as Zig calls them. What each one is, and who prepares and checks
//! it, is documented in the family's file in `families`; its loops and their calls are here.

const std = @import("std");
const cyclescope = @import("cyclescope");
const rtos = @import("rtos.zig");

const Run = cyclescope.Run;

comptime {
    for (.{ sync, time, thread, queue, timer, eventgroup, workqueue, stream }) |family| {
        for (std.meta.declarations(family.operations)) |operation| {
            exportLoops(family.name, operation, @field(family.operations, operation));
        }
    }
    exportBatch("stream", "pass", stream.operations.send_recv_64B);
    exportBatch("stream", "receive", stream.operations.throughput);
    const empty = cyclescope.Loops(nothing);
    @export(&empty.plain, .{ .name = "cyclescope_zig_empty_sample" });
    @export(&empty.batch, .{ .name = "cyclescope_zig_empty_batch" });
}

fn nothing(_: *Run, _: u32) void {}

fn exportBatch(family: []const u8, name: []const u8, operation: anytype) void {
    const loops = cyclescope.Loops(operation);
    @export(&loops.batch, .{ .name = "cyclescope_zig_" ++ family ++ "_" ++ name ++ "_batch" });
}

fn exportLoops(family: []const u8, name: []const u8, operation: anytype) void {
    const bench = object(cyclescope.Bench, family, name ++ "_bench");
    const loops = cyclescope.Loops(operation);
    const Around = struct {
        fn sample(run: *Run) callconv(.c) void {
            loops.sample(run, bench.before_each, bench.after_each);
        }
    };
    @export(&Around.sample, .{ .name = "cyclescope_zig_" ++ family ++ "_" ++ name ++ "_sample" });
    exportBatch(family, name, operation);
}

/// An object that a family's file in C shares.
fn object(comptime T: type, comptime family: []const u8, comptime name: []const u8) *T {
    return @extern(*T, .{ .name = "cyclescope_zig_" ++ family ++ "_" ++ name });
}

fn word(comptime family: []const u8, comptime name: []const u8) *volatile u32 {
    return object(u32, family, name);
}

const sync = struct {
    const name = "sync";
    const mutex = object(rtos.Mutex, name, "mutex");
    const recursive = object(rtos.RecursiveMutex, name, "recursive");
    const semaphore = object(rtos.Semaphore, name, "sem");
    const event = object(rtos.Event, name, "event");
    const condvar = object(rtos.Condvar, name, "condvar");
    /// Shared by two threads.
    const two: *volatile extern struct { done: u32, failures: u32 } =
        @ptrCast(word(name, "two"));

    const operations = struct {
        pub fn mutex_lock_unlock(_: *Run, _: u32) void {
            _ = mutex.lock();
            _ = mutex.unlock();
        }
        pub fn mutex_contention_2t(_: *Run, _: u32) void {
            _ = mutex.lock();
            _ = mutex.unlock();
        }
        pub fn sem_take_give(_: *Run, _: u32) void {
            _ = semaphore.take();
            _ = semaphore.give();
        }
        pub fn event_signal_wait(_: *Run, _: u32) void {
            _ = event.wait();
        }
        pub fn condvar_signal_wait(_: *Run, _: u32) void {
            _ = mutex.lock();
            _ = condvar.wait(mutex);
            _ = mutex.unlock();
        }
        pub fn recursive_mutex_lock_unlock(_: *Run, _: u32) void {
            _ = recursive.lock();
            _ = recursive.unlock();
        }
        pub fn mutex_create_destroy(_: *Run, _: u32) void {
            if (mutex.allocate()) mutex.delete() else two.failures += 1;
        }
        pub fn sem_create_destroy(_: *Run, _: u32) void {
            if (semaphore.allocate()) semaphore.delete() else two.failures += 1;
        }
    };
};

const time = struct {
    const name = "time";
    const now: *volatile u64 = object(u64, name, "now");

    const operations = struct {
        pub fn time_get_us_overhead(_: *Run, _: u32) void {
            now.* = rtos.timeUs();
        }
        pub fn delay_1ms(_: *Run, _: u32) void {
            rtos.delayMs(1);
        }
    };
};

const thread = struct {
    const name = "thread";
    const self: *volatile usize = object(usize, name, "self");
    const ping = object(rtos.Semaphore, name, "ping");
    const pong = object(rtos.Semaphore, name, "pong");
    const child = object(rtos.Thread, name, "child");
    const failures = word(name, "failures");

    const operations = struct {
        pub fn yield(_: *Run, _: u32) void {
            rtos.yield();
        }
        pub fn get_self(_: *Run, _: u32) void {
            self.* = rtos.thisThread();
        }
        pub fn sleep_1ms(_: *Run, _: u32) void {
            rtos.sleepMs(1);
        }
        pub fn context_switch(_: *Run, _: u32) void {
            _ = ping.give();
            _ = pong.take();
        }
        pub fn create_destroy(_: *Run, _: u32) void {
            if (child.allocate()) child.dispose() else failures.* += 1;
        }
    };
};

const queue = struct {
    const name = "queue";
    const numbers = object(rtos.Queue, name, "queue");
    const items: [*]u32 = @ptrCast(object(u32, name, "items"));
    const failures = word(name, "failures");
    const length = word(name, "length");

    const operations = struct {
        pub fn send_receive(_: *Run, i: u32) void {
            if (!numbers.send(i)) failures.* += 1;
            if (!numbers.receive(&items[i])) failures.* += 1;
        }
        pub fn throughput_2t(_: *Run, i: u32) void {
            if (!numbers.receive(&items[i])) failures.* += 1;
        }
        pub fn create_destroy(_: *Run, _: u32) void {
            if (numbers.allocate(length.*)) numbers.delete() else failures.* += 1;
        }
    };
};

const timer = struct {
    const name = "timer";
    const once = object(rtos.Timer, name, "timer");
    const failures = word(name, "failures");

    const operations = struct {
        pub fn start_stop(_: *Run, _: u32) void {
            if (!once.start()) failures.* += 1;
            if (!once.stop()) failures.* += 1;
        }
    };
};

const eventgroup = struct {
    const name = "eventgroup";
    const group = object(rtos.EventGroup, name, "group");
    const failures = word(name, "failures");
    const bit = 1;
    const other_bit = 2;

    const operations = struct {
        pub fn set_get_bits(_: *Run, _: u32) void {
            group.set(bit);
            if (group.get() != bit | other_bit) failures.* += 1;
            group.clear(bit);
        }
    };
};

const workqueue = struct {
    const name = "workqueue";
    const work = object(rtos.Work, name, "work");
    const done = object(rtos.Semaphore, name, "done");
    const runs = word(name, "runs");
    const submitted = word(name, "submitted");
    const failures = word(name, "failures");

    const operations = struct {
        pub fn submit_execute(_: *Run, _: u32) void {
            submitted.* += 1;
            if (!work.submit() or !done.take()) failures.* += 1;
            if (runs.* != submitted.*) failures.* += 1;
        }
    };
};

const stream = struct {
    const name = "stream";
    const Piece = [16]u32;
    const bytes = object(rtos.Stream, name, "stream");
    const sent: *const Piece = object(Piece, name, "sent");
    const received = object(Piece, name, "received");
    const next = word(name, "next");
    const failures = word(name, "failures");

    const operations = struct {
        pub fn send_recv_64B(_: *Run, _: u32) void {
            if (!bytes.send(sent) or !bytes.receive(received)) failures.* += 1;
        }
        pub fn throughput(run: *Run, _: u32) void {
            for (0..run.params[0] / @sizeOf(Piece)) |_| {
                if (!bytes.receive(received)) failures.* += 1;
                next.* +%= @typeInfo(Piece).array.len;
            }
        }
    };
};
