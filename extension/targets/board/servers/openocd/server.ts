import { describeInstallation, LOOPBACK, programRequirement } from '../../../../host';
import { debugServer, type ServerSession } from '../../server';
import { configuration } from './configuration';
import {
  OPENOCD_CAUSES,
  OPENOCD_PROGRAM,
  OPENOCD_EVENTS,
  openOcdCommand,
  type OpenOcdSetup,
} from './process';
import { connectTcl, openByRings } from './rings';
import { openSampler } from './sampler';

/** A reset may hold the reset line for a while and waits for the core; on a busy computer each step takes long. */
const RESET_MS = 30_000;
const STOP_MS = 2000;

const PACKAGES = {
  apt: 'openocd',
  brew: 'open-ocd',
  page: 'https://openocd.org/pages/getting-openocd.html',
};

/**
 * OpenOCD. Memory goes over its GDB port: it answers there while the core runs, from the same code as
 * on its command port, in packets of 16 KiB instead of lists of decimal words.
 */
export const openocd = debugServer<OpenOcdSetup>({
  kind: 'openocd',
  title: 'OpenOCD',
  ...configuration,
  quirks: {
    name: 'OpenOCD',
    binaryWrites: true,
    whileRunning: 'answered',
    checksums: true,
    packetSize: 0x1000,
  },
  command: openOcdCommand,
  ready: /Listening on port \d+ for gdb connections/,
  causes: OPENOCD_CAUSES,
  eventLines: OPENOCD_EVENTS,
  requirements: async ({ program }) => [
    programRequirement(OPENOCD_PROGRAM, program, describeInstallation(PACKAGES)),
  ],
  resetHalt: async (session) => {
    await execute(session, 'reset halt');
    // It reports the stop to the client that resumed the core.
    await session.gdb.waitForStop(STOP_MS);
  },
  run: ({ gdb }) => gdb.resume(),
  openRtt: openByRings,
  sampling: {
    way: 'DWT_PCSR by the command `profile` of OpenOCD, 1,024 words at a time',
    rate: '2,800 to 110,000',
    open: openSampler,
  },
});

async function execute({ ports, signal }: ServerSession, command: string): Promise<void> {
  const tcl = await connectTcl({ host: LOOPBACK, port: ports.command }, signal);
  try {
    await tcl.run(command, RESET_MS);
  } finally {
    tcl.close();
  }
}
