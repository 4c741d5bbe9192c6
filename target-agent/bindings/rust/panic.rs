//! Ends the agent on a panic. A crate of its own, because it links Rust's core.
#![no_std]

unsafe extern "C" {
    safe fn abort() -> !;
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    abort()
}

/// Core was compiled for programs that unwind, and names what none of ours needs.
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}
