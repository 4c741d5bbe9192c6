import { TargetError } from '../../../../base';
import { UNKNOWN_SERVER } from '../../../../gdb';
import type { BoardSetup, ServerSetup } from '../../../setup';
import { byMemoryOrHalting } from '../../by-memory';
import { awaitHalt, plainControl, registerControl } from '../../core-state';
import type { DrivenServer, ServerSession } from '../../server';
import { openocd } from '../openocd';
import { probeRs } from '../probe-rs';
import { pyocd } from '../pyocd';

/** A GDB server that runs already, here or on another machine. */
export interface ExternalSetup extends ServerSetup {
  readonly kind: 'external';
  readonly host: string;
  readonly port: number;
}

/** Recognises the setup of a server that runs already. */
export function isExternal(server: ServerSetup | undefined): server is ExternalSetup {
  return server?.kind === 'external';
}

/** The scheme of addresses of running servers. */
export const GDB_SCHEME = 'gdb://';
/** The form of such an address, for messages. */
export const GDB_ADDRESS = 'gdb://host:port';
const ADDRESS = /^gdb:\/\/(?:([\w][\w.-]*)|\[([0-9A-Fa-f:.]+)\])?:(\d{1,5})\/?$/;

/**
 * The board behind a GDB server that runs already, on this computer if no host is named; undefined
 * where the text is no such address.
 */
export function parseBoardAddress(text: string): BoardSetup | undefined {
  const [, name, ipv6, digits] = ADDRESS.exec(text) ?? [];
  const host = name ?? ipv6 ?? 'localhost';
  const port = Number(digits);
  if (!(port > 0 && port <= 65_535)) return undefined;
  return {
    id: text,
    title: `the board behind the GDB server at ${host}:${port}`,
    source: 'its address',
    server: { kind: 'external', host, port },
    namesPrograms: false,
    gaps: [],
  };
}

type Control = Pick<DrivenServer, 'resetHalt' | 'run' | 'begin'>;

interface Known {
  /** Its answer to a request for its version, which may be a refusal. */
  readonly versionAnswer: RegExp;
  readonly control: Control;
}

/** OpenOCD's command port may be closed or on another machine: everything goes over its GDB port. */
const openOcdControl: Control = {
  ...openocd,
  resetHalt: async (session) => {
    await session.gdb.monitor('reset halt');
    await awaitHalt(session, 'OpenOCD', 'reset');
  },
};

/** An emulator that stops at any byte while it runs; none of its registers shows whether it is halted. */
const qemuControl: Control = {
  ...plainControl('QEMU'),
  resetHalt: async ({ gdb }) => {
    // Nothing is asked to find that out: the first byte of the question would be lost.
    gdb.learned.answersWhileRunning = false;
    if (gdb.isRunning) await gdb.interrupt();
    await gdb.monitor('system_reset');
  },
};

/** Black Magic Probe knows of no core before it has looked for some, and takes nothing once it has started one. */
const blackMagicControl: Control = {
  ...registerControl('Black Magic Probe'),
  begin: async ({ gdb }) => {
    // Newer firmware calls it swd_scan, and knows this name, too.
    const found = await gdb.monitor('swdp_scan').catch((error: Error) => error.message);
    const attached = await gdb.request('vAttach;1');
    if (/^T/.test(attached)) return;
    throw new TargetError(
      'start-failed',
      `Black Magic Probe found no core over SWD: ${found.trim().replace(/\s*\n\s*/g, ' / ')}`,
      'Check that the board is powered and connected, and that its debug port is not locked.',
    );
  },
};

/** st-util loses what it is sent once it has started the core. It has no name, but a packet size of its own. */
const stUtilControl: Control = registerControl('st-util');
const ST_UTIL_PACKETS = 0x3fff;

const KNOWN: readonly Known[] = [
  { versionAnswer: /Black Magic|swdp?_scan/, control: blackMagicControl },
  { versionAnswer: /Open On-Chip Debugger/, control: openOcdControl },
  { versionAnswer: /unrecognized command 'version'/, control: pyocd },
  { versionAnswer: /unknown command: 'version'/, control: qemuControl },
  { versionAnswer: /info - print session information/, control: probeRs },
];

/** Other servers have various resets; the core itself shows whether it is halted afterwards. */
const unknownControl: Control = plainControl('The GDB server');

const controls = new WeakMap<ServerSession['gdb'], Promise<Control>>();

/** A GDB server started by the user, here or on another machine. Only its GDB port is used. */
export const external: DrivenServer<ExternalSetup> = {
  kind: 'external',
  title: 'The GDB server',
  quirks: UNKNOWN_SERVER,
  // It is not started from here: there is nothing to wait for.
  ready: /^/,
  causes: [],
  connectionHint:
    'Check that the board is still powered and connected, and that the server still runs. One that ends when its client ' +
    "leaves it stays with --persist (pyOCD), --persistent (ST's) or --keep-alive (LinkServer).",
  requirements: () => Promise.resolve([]),
  begin: async (session) => (await getControl(session)).begin?.(session),
  resetHalt: async (session) => (await getControl(session)).resetHalt(session),
  run: async (session) => (await getControl(session)).run(session),
  openRtt: byMemoryOrHalting,
};

/** Asked once per connection, while the core is halted. */
function getControl({ gdb }: ServerSession): Promise<Control> {
  const known = controls.get(gdb) ?? identify(gdb);
  controls.set(gdb, known);
  return known;
}

async function identify(gdb: ServerSession['gdb']): Promise<Control> {
  const version = await gdb.monitor('version').catch(() => undefined);
  // That of Black Magic's program for computers is printed there.
  const answer = version === '' ? await gdb.monitor('help').catch(() => '') : version;
  const known = KNOWN.find(({ versionAnswer }) => versionAnswer.test(answer ?? ''));
  if (known !== undefined) return known.control;
  const isStUtil = answer === undefined && gdb.packetSize === ST_UTIL_PACKETS;
  return isStUtil ? stUtilControl : unknownControl;
}
