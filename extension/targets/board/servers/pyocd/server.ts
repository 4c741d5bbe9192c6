import { TargetError } from '../../../../base';
import { PYOCD } from '../../../../gdb';
import { programRequirement } from '../../../../host';
import type { PyOcdSetup } from '../../../setup';
import { byMemory } from '../../by-memory';
import { awaitHalt } from '../../core-state';
import type { DebugServer, ServerSession } from '../../server';
import { PYOCD_CAUSES } from './causes';
import { PYOCD_PROGRAM, pyOcdCommand } from './command';

/** It prints its refusals and calls them an answer. */
const REFUSED = /^(?:Error|Transfer failed|Unexpected error|Failed)|lockup|held in reset/im;

/**
 * pyOCD. The core is let run by its own command and not by the protocol's: then it answers every
 * request at once, and does not ask for the core's state every 10 ms either.
 */
export const pyocd: DebugServer<PyOcdSetup> = {
  kind: 'pyocd',
  title: 'pyOCD',
  quirks: PYOCD,
  command: pyOcdCommand,
  ready: /GDB server (?:listening|started) (?:at|on) port/,
  causes: PYOCD_CAUSES,
  requirements: async ({ program }) => [
    programRequirement(PYOCD_PROGRAM, program, 'pipx install pyocd'),
  ],
  resetHalt: async (session) => {
    await tell(session, 'reset halt');
    await awaitHalt(session, 'pyOCD', 'reset');
  },
  run: (session) => tell(session, 'continue'),
  halt: async (session) => {
    await tell(session, 'halt');
    await awaitHalt(session, 'pyOCD', 'halt');
  },
  openRtt: async (session, rings) => byMemory(session, rings),
};

async function tell({ gdb }: ServerSession, command: string): Promise<void> {
  const said = (await gdb.monitor(command)).trim();
  if (!REFUSED.test(said)) return;
  throw new TargetError(
    'start-failed',
    `pyOCD could not do \`${command}\`: ${said.replace(/\s*\n\s*/g, ' / ')}`,
    'Power the board off and on, and try again.',
  );
}
