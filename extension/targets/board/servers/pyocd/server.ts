import { TargetError } from '../../../../base';
import { programRequirement } from '../../../../host';
import { byMemory } from '../../by-memory';
import { awaitHalt } from '../../core-state';
import { debugServer, type ServerSession } from '../../server';
import { configuration } from './configuration';
import { PYOCD_CAUSES, PYOCD_PROGRAM, pyOcdCommand, type PyOcdSetup } from './process';
import { openSampler, samplerCommand } from './sampler';

/** It prints its refusals and calls them an answer. */
const REFUSED = /^(?:Error|Transfer failed|Unexpected error|Failed)|lockup|held in reset/im;

/**
 * pyOCD. The core is resumed by its own command and not by the protocol's: then it answers every
 * request at once, and does not poll the core's state every 10 ms.
 */
export const pyocd = debugServer<PyOcdSetup>({
  kind: 'pyocd',
  title: 'pyOCD',
  ...configuration,
  // In all-stop mode a request waits until the core stops.
  quirks: {
    name: 'pyOCD',
    binaryWrites: true,
    whileRunning: 'non-stop',
    checksums: false,
    packetSize: 0x400,
    readBytes: 0x2000,
  },
  command: pyOcdCommand,
  ready: /GDB server (?:listening|started) (?:at|on) port/,
  causes: PYOCD_CAUSES,
  requirements: async ({ program }) => [
    programRequirement(PYOCD_PROGRAM, program, 'pipx install pyocd'),
  ],
  resetHalt: async (session) => {
    await execute(session, 'reset halt');
    await awaitHalt(session, 'pyOCD', 'reset');
  },
  run: (session) => execute(session, 'continue'),
  openRtt: async (session, rings) => byMemory(session, rings),
  sampling: {
    way: 'DWT_PCSR through the access port without increment, 256 words at a time',
    rate: '2,500 to 240,000',
    command: samplerCommand,
    ready: /Cyclescope samples at port/,
    open: openSampler,
  },
});

async function execute({ gdb }: ServerSession, command: string): Promise<void> {
  const answer = (await gdb.monitor(command)).trim();
  if (!REFUSED.test(answer)) return;
  throw new TargetError(
    'start-failed',
    `pyOCD could not execute \`${command}\`: ${answer.replace(/\s*\n\s*/g, ' / ')}`,
    'Power-cycle the board and try again.',
  );
}
