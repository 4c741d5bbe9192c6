import type { RunningServer } from './running';
import type { ServerProgram } from './said';
import type { ProbeUse } from './use';

const TITLES: Readonly<Record<ServerProgram, string>> = {
  openocd: 'OpenOCD',
  jlink: 'the J-Link GDB server',
  pyocd: 'pyOCD',
  linkserver: 'LinkServer',
  stlink: "ST's GDB server",
  'probe-rs': 'probe-rs',
};

/** A running server as a sentence names it. */
export function describeServer({ program, pid }: RunningServer): string {
  return `${TITLES[program]} (process ${pid})`;
}

/** What somebody occupies, as a sentence names it. */
export function describeUse(use: ProbeUse): string {
  if (use.kind === 'network') return `The probe at ${use.address}`;
  if (use.kind === 'server') return `The debug server at ${use.host}:${use.port}`;
  return use.serial === undefined ? 'The debug probe' : `The debug probe ${use.serial}`;
}
