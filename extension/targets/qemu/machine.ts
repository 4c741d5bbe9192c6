import { setTimeout as sleep } from 'node:timers/promises';
import { TargetError } from '../target';
import { findAgentChannels, type AgentChannels, type RttPlace } from '../rtt-link/channels';
import type { Qmp } from './qmp';

const ATTACH_TIMEOUT_MS = 5000;
/** More than any control block: header and the most channels that one may have. */
const CONTROL_BLOCK_SIZE = 24 + 2 * 32 * 24;

/** Resets a stopped machine, so that it starts from the vector table at address 0, and lets it run. */
export async function startAfresh(qmp: Qmp, { memory, address, ram }: RttPlace): Promise<void> {
  await qmp.execute('stop');
  // The last life's control block would be found before this one's is ready.
  memory.write(address, new Uint8Array(Math.min(CONTROL_BLOCK_SIZE, ram.end - address)));
  const reset = qmp.event('RESET');
  await qmp.execute('system_reset');
  await reset;
  await qmp.execute('cont');
}

/** Waits until the agent has set up its channels. */
export async function awaitAgent(place: RttPlace, signal: AbortSignal): Promise<AgentChannels> {
  const deadline = Date.now() + ATTACH_TIMEOUT_MS;
  for (;;) {
    signal.throwIfAborted();
    const found = findAgentChannels(place);
    if ('value' in found) return found.value;
    if (Date.now() > deadline) {
      throw new TargetError(
        'no-agent',
        `The image runs, but no agent answers after ${ATTACH_TIMEOUT_MS / 1000} s: ${found.problem}`,
        'Is it an agent? It must set up the channels `cyclescope` and `SysView` before anything else.',
      );
    }
    await sleep(1);
  }
}
