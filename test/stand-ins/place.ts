import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The ways in which a stand-in differs from a working server; `lib/behaviour.mjs` explains each
 * of them.
 */
export interface Behaviour {
  readonly diesAt?: 'start' | 'ready' | 'connect' | 'deploy' | 'reset' | 'run' | 'hello';
  readonly prints?: string;
  readonly hangs?: boolean;
  readonly portsLateMs?: number;
  readonly whileRunning?: 'answered' | 'queued' | 'refused' | 'lost';
  readonly rttConnections?: number;
  readonly controlBlock?: number;
  readonly forwardTo?: number;
  readonly log?: string;
}

/** The file names of the real programs on Linux. */
const NAMES = {
  jlink: 'JLinkGDBServerCLExe',
  linkserver: 'LinkServer',
  stlink: 'ST-LINK_gdbserver',
  'probe-rs': 'probe-rs',
  'black-magic': 'blackmagic',
  'st-util': 'st-util',
};

export type StandIn = keyof typeof NAMES;

/** Installs a stand-in in a folder under the name of its program, and returns its path. */
export function placeStandIn(folder: string, kind: StandIn, behaviour: Behaviour = {}): string {
  const file = join(folder, NAMES[kind]);
  const module = new URL(`${kind}.mjs`, import.meta.url).href;
  const call = `import(${JSON.stringify(module)}).then(({ main }) => main(${JSON.stringify(behaviour)}))`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    file,
    `#!${process.execPath}\n${call}.catch((error) => {\n  if (error.constructor.name !== 'Dying') throw error;\n});\n`,
    { mode: 0o755 },
  );
  return file;
}
