import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The ways into the rig that are opened, and their addresses. */
export interface RigOptions {
  /** Free ports where none is given. */
  readonly stlinkPort?: number;
  readonly pyocdPort?: number;
  /** Needs `socat`. */
  readonly busPirate?: boolean;
  /** The low memory is flash behind a controller; see `openocd/flash.cfg`. */
  readonly flash?: boolean;
  /**
   * Emulated time does not depend on the host's: samples agree to the instruction. While its core sleeps,
   * time flies and keeps a processor busy, instead of leaving it to others.
   */
  readonly isExact?: boolean;
  /** Emulated time does not run ahead of the host's, so a core has its rate while the host keeps up. */
  readonly isAligned?: boolean;
  /** The core can be sampled: DWT_PCSR shows the program counter while it runs. Needs a C compiler. */
  readonly showsPc?: boolean;
  /** Another of QEMU's machines in place of the rig's own, and what QEMU is started with to change it. */
  readonly machine?: { readonly name: string; readonly args?: readonly string[] };
  /** Its debug port is one of several on the same wires, which this value selects; only for pyOCD. */
  readonly targetSelect?: number;
}

/** The number of accesses or the duration; with neither, until `heal`. */
interface Extent {
  readonly times?: number;
  readonly forMs?: number;
}

/** The rig's commands; see its README. */
export type RigFault =
  | ({ readonly do: 'wait' | 'fault' | 'parity' | 'silent' } & Extent)
  | { readonly do: 'slow'; readonly delayMs: number }
  | {
      readonly do:
        | 'heal'
        | 'vanish'
        | 'appear'
        | 'reset'
        | 'reset-line'
        | 'hold-reset'
        | 'lock'
        | 'lock-up'
        | 'end-silicon';
    }
  | { readonly do: 'answer-pcsr'; readonly value: number }
  | { readonly do: 'identify'; readonly dpidr: number; readonly cpuid?: number };

/** Counts the accesses to the debug port since the start, and the stops of the core. */
export interface RigCounters {
  readonly dpReads: number;
  readonly dpWrites: number;
  readonly apReads: number;
  readonly apWrites: number;
  readonly bytesRead: number;
  readonly bytesWritten: number;
  readonly halts: number;
}

/** A virtual target behind a virtual debug port. */
export interface Rig {
  readonly stlinkPort: number;
  readonly pyocdPort: number;
  /** The Bus Pirate's pseudo-terminal, where one was asked for; another one after `appear`. */
  readonly terminal: string | undefined;
  /** The file behind the RAM at 0x60000000, for looks past the debug port; on Linux alone, empty for another machine. */
  readonly ram: string;
  /** Every process of the rig. */
  readonly processes: readonly number[];
  /** Arguments that lead OpenOCD to the rig. */
  readonly openocd: { readonly stlink: readonly string[]; readonly busPirate: readonly string[] };
  /** The argument of pyOCD's `-u`. */
  readonly pyocdProbe: string;
  fault(fault: RigFault): Promise<void>;
  /** The state of the core: `halted`, `running`, `waiting` for a first image, `locked-up` or `in-reset`. */
  state(): Promise<string>;
  counters(): Promise<RigCounters>;
  /** Reads and writes memory past the debug port. */
  peek(address: number, length: number): Promise<Uint8Array>;
  poke(address: number, bytes: Uint8Array): Promise<void>;
  /** The same for a register of the core's or of a peripheral, by whole words. */
  peekRegister(address: number): Promise<number>;
  pokeRegister(address: number, value: number): Promise<void>;
  /** Ends everything; safe to call twice. */
  close(): Promise<void>;
}

interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: string;
  /** The emulator has ended. */
  readonly how?: string;
  readonly words?: string;
  readonly ready?: true;
  readonly stlink: { readonly port: number };
  readonly pyocd: { readonly port: number };
  readonly busPirate?: { readonly path: string };
  readonly ram?: string;
  readonly processes: readonly number[];
}

const PROGRAM = join(import.meta.dirname, 'main.mjs');
/** The folder of the rig's configuration files for OpenOCD. */
export const OPENOCD_FOLDER = join(import.meta.dirname, 'openocd');

/** Starts a rig; it ends with this process at the latest. */
export async function startRig(options: RigOptions = {}): Promise<Rig> {
  const child = spawn(process.execPath, [PROGRAM, ...buildArguments(options)]);
  const closed = once(child, 'close');
  let words = '';
  let isOver = false;
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (words += chunk));
  child.stdin.on('error', () => undefined);
  const waiting = new Map<number, (message: Message) => void>();
  const settleAll = () => {
    const error = `the rig has ended: ${words}`;
    for (const settle of waiting.values()) settle({ ...NOTHING, error });
  };
  const ready = new Promise<Message>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const message = JSON.parse(line) as Message;
      if (message.ready) resolve(message);
      else if (message.how !== undefined) words += `${message.how} ${message.words}`;
      else waiting.get(message.id ?? 0)?.(message);
    });
    void closed.then(() => {
      isOver = true;
      reject(new Error(`the rig ended: ${words}`));
      settleAll();
    });
  });
  let last = 0;
  const ask = async (command: object): Promise<unknown> => {
    const id = ++last;
    const answer = new Promise<Message>((resolve) => waiting.set(id, resolve));
    if (isOver) settleAll();
    child.stdin.write(`${JSON.stringify({ id, ...command })}\n`);
    const { result, error } = await answer;
    waiting.delete(id);
    if (error !== undefined) throw new Error(`the rig refused: ${error}`);
    return result;
  };
  const { stlink, pyocd, busPirate, ram = '', processes } = await ready;
  let terminal = busPirate?.path;
  return {
    stlinkPort: stlink.port,
    pyocdPort: pyocd.port,
    get terminal() {
      return terminal;
    },
    ram,
    processes,
    openocd: {
      stlink: ['-c', `set RIG_PORT ${stlink.port}`, '-f', join(OPENOCD_FOLDER, 'stlink.cfg')],
      get busPirate() {
        const path = join(OPENOCD_FOLDER, 'bus-pirate.cfg');
        return ['-c', `set RIG_TERMINAL ${terminal}`, '-f', path];
      },
    },
    pyocdProbe: `remote:127.0.0.1:${pyocd.port}`,
    fault: async (fault) => {
      const result = await ask(fault);
      if (fault.do === 'appear') ({ terminal } = result as { terminal?: string });
    },
    state: async () => String(await ask({ do: 'state' })),
    counters: async () => (await ask({ do: 'counters' })) as RigCounters,
    peek: async (address, length) =>
      Buffer.from(String(await ask({ do: 'peek', address, length })), 'hex'),
    poke: async (address, bytes) =>
      void (await ask({ do: 'poke', address, bytes: Buffer.from(bytes).toString('hex') })),
    peekRegister: async (address) => Number(await ask({ do: 'peek-register', address })),
    pokeRegister: async (address, value) =>
      void (await ask({ do: 'poke-register', address, value })),
    close: async () => {
      child.stdin.end();
      await closed;
    },
  };
}

const NOTHING: Message = {
  stlink: { port: 0 },
  pyocd: { port: 0 },
  processes: [],
};

function buildArguments({
  stlinkPort = 0,
  pyocdPort = 0,
  busPirate = false,
  flash = false,
  isExact = false,
  isAligned = false,
  showsPc = false,
  machine,
  targetSelect,
}: RigOptions) {
  const ports = [`--stlink-port=${stlinkPort}`, `--pyocd-port=${pyocdPort}`];
  return [
    ...ports,
    ...(busPirate ? ['--bus-pirate'] : []),
    ...(flash ? ['--flash'] : []),
    ...(isExact ? ['--exact'] : []),
    ...(isAligned ? ['--aligned'] : []),
    ...(showsPc ? ['--shows-pc'] : []),
    ...(machine ? [`--machine=${machine.name}`] : []),
    ...(machine?.args ?? []).map((argument) => `--machine-argument=${argument}`),
    ...(targetSelect === undefined ? [] : [`--target-select=${targetSelect}`]),
  ];
}
