import { TargetError } from '../base';
import type { Channel, Ring } from './channel';
import { formatAddress } from './memory';

/** Explains impossible numbers on a core that has a data cache. */
export const CACHE_HINT =
  'On a core with a data cache, such as a Cortex-M7, the control block and its buffers must be in memory that is not cached.';

const CRASHED_HINT = 'Run it in a debugger, or try the benchmarks one by one.';

/** The agent was restarted during a transfer. */
export function makeRestartError(): TargetError {
  return new TargetError(
    'target-gone',
    'The agent was restarted in the middle of a transfer',
    'Another program may have reset the target: close it, and measure again.',
  );
}

/** A descriptor's values are not those of any ring. */
export function makeRingError(channel: Channel, ring: Ring): TargetError {
  const { name, descriptor, size } = channel;
  return new TargetError(
    'target-gone',
    `The agent destroyed its RTT control block: channel "${name}" of ${size} bytes now has size ${ring.size}, write offset ${ring.writeOffset}, read offset ${ring.readOffset} (read at ${formatAddress(descriptor)})`,
    `It crashed, was reset from outside, or wrote over its own memory. ${CRASHED_HINT} ${CACHE_HINT}`,
  );
}

/** An offset that only this computer writes has changed. */
export function offsetChanged(
  channel: Channel,
  which: 'readOffset' | 'writeOffset',
  written: number,
  found: number,
): TargetError {
  const name = which === 'readOffset' ? 'read offset' : 'write offset';
  return new TargetError(
    'target-gone',
    `RTT channel "${channel.name}" changed unexpectedly: its ${name} is ${found}, but ${written} was written there`,
    'The target was reset, or another program reads the same channels: close other RTT viewers and debuggers.',
  );
}

/** The debug server gave a connection up. */
export function connectionClosed(channel: 'control' | 'stream'): TargetError {
  return new TargetError(
    'target-gone',
    `The debug server closed the RTT connection of the ${channel} channel`,
    'The server ended, or another program took the channel: servers serve one client per channel.',
  );
}

/** The end of the stream does not come. */
export function streamStuck(waiting: number, patienceMs: number): TargetError {
  return new TargetError(
    'target-gone',
    `The debug server delivered nothing for ${patienceMs / 1000} s, and the stream is not complete: ${waiting} bytes wait in its ring`,
    'Another program may read the same channel: close other RTT viewers and debuggers.',
  );
}
