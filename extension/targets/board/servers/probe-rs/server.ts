import { programRequirement } from '../../../../host';
import { byMemory } from '../../by-memory';
import { awaitHalt, registerControl } from '../../core-state';
import { debugServer } from '../../server';
import { configuration } from './configuration';
import { PROBE_RS_CAUSES, PROBE_RS_PROGRAM, probeRsCommand, type ProbeRsSetup } from './process';

/**
 * The GDB server of probe-rs. The core is started by its own register: after the protocol's packet the
 * server asks for the core's state every 10 ms, also while the agent measures.
 */
export const probeRs = debugServer<ProbeRsSetup>({
  kind: 'probe-rs',
  title: 'probe-rs',
  ...configuration,
  quirks: {
    name: 'probe-rs',
    binaryWrites: true,
    whileRunning: 'answered',
    checksums: false,
    packetSize: 0x1000,
  },
  command: probeRsCommand,
  ready: /Firing up GDB stub/,
  // The line comes before the port is opened.
  settleMs: 500,
  causes: PROBE_RS_CAUSES,
  requirements: async ({ program }) => [
    programRequirement(PROBE_RS_PROGRAM, program, 'cargo install probe-rs-tools --locked'),
  ],
  resetHalt: async (session) => {
    if (session.gdb.isRunning) await session.gdb.interrupt();
    await session.gdb.monitor('reset halt');
    await awaitHalt(session, 'probe-rs', 'reset');
  },
  run: registerControl('probe-rs').run,
  openRtt: async (session, rings) => byMemory(session, rings),
});
