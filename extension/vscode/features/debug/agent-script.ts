import { type Elf, readRegistry } from '../../../agent';

/** Addresses in an agent that a debugger needs. */
export interface AgentAddresses {
  readonly controlBlock: number;
  /** Executed by the agent while there is no line for it. */
  readonly idle: number;
  /** Executed while it waits for a host to fetch data. */
  readonly wait: number;
  /** The function that measures the benchmark's samples. */
  readonly benchmark: number;
}

export type AddressesFound =
  { readonly addresses: AgentAddresses } | { readonly problem: string; readonly hint: string };

const SYMBOLS = {
  controlBlock: '_SEGGER_RTT',
  idle: 'cyclescope_port_idle',
  wait: 'cyclescope_port_wait_tick',
} as const;

/** Looks up in an agent's ELF file where a debugger must stop for one benchmark, `suite/op`. */
export function findAgentAddresses(elf: Elf, operation: string): AddressesFound {
  const loop = readRegistry(elf).sampleLoops.get(operation);
  if (loop === undefined) {
    return {
      problem: `The image does not contain the benchmark ${operation}`,
      hint: 'Rebuild the image to include the benchmark.',
    };
  }
  const missing = Object.values(SYMBOLS).filter((name) => !elf.symbols.has(name));
  if (missing.length > 0) {
    return {
      problem: `The image has no symbol ${missing.join(', ')}, so a debugger cannot start a benchmark in it`,
      hint: 'Link it with its symbols and without link-time optimisation.',
    };
  }
  const address = (name: string) => codeAddress(elf.symbols.get(name)?.value ?? 0);
  return {
    addresses: {
      controlBlock: elf.symbols.get(SYMBOLS.controlBlock)?.value ?? 0,
      idle: address(SYMBOLS.idle),
      wait: address(SYMBOLS.wait),
      benchmark: codeAddress(loop),
    },
  };
}

/** The lowest bit of a function's address marks Thumb code. */
function codeAddress(value: number): number {
  return value - (value % 2);
}

/** GDB's command to stop at the benchmark the next time it is measured. */
export function stopAt({ benchmark }: AgentAddresses): string {
  return `tbreak *${hex(benchmark)}`;
}

/**
 * GDB commands that make it the agent's host: breakpoints that never stop and act in their
 * conditions. One writes a control line to the agent's ring when the agent first asks for one after
 * a reset. The other drains the stream's ring whenever the agent waits for that.
 */
export function hostCommands(addresses: AgentAddresses, line: string): readonly string[] {
  const { controlBlock, idle, wait } = addresses;
  return [
    `break *${hex(idle)} if (${sendLine(controlBlock, line)}, 0)`,
    `break *${hex(wait)} if (${emptyStream(controlBlock)}, 0)`,
  ];
}

/** From the layout of SEGGER's control block: a header, then descriptors of 24 bytes. */
const HEADER = 24;
const DESCRIPTOR = 24;
const UP_COUNT = 16;
const BUFFER = 4;
const WRITE_OFFSET = 12;
const READ_OFFSET = 16;
/** The number of channels searched. */
const CHANNELS = 4;

function sendLine(controlBlock: number, line: string): string {
  const first = `${hex(controlBlock + HEADER)} + ${DESCRIPTOR} * ${word(hex(controlBlock + UP_COUNT))}`;
  const bytes = new TextEncoder().encode(`${line}\n`);
  const written = word(`$cs_down + ${WRITE_OFFSET}`);
  const send = [
    `$cs_ring = ${word(`$cs_down + ${BUFFER}`)}`,
    ...words(bytes).map((value, index) => `${word(`$cs_ring + ${4 * index}`)} = ${hex(value)}`),
    `${written} = ${bytes.length}`,
  ].join(', ');
  return `$cs_down = ${channel(first, 'cyclescope')}, ${written} == 0 ? (${send}) : 0`;
}

function emptyStream(controlBlock: number): string {
  return [
    `$cs_up = ${channel(hex(controlBlock + HEADER), 'SysView')}`,
    `${word(`$cs_up + ${READ_OFFSET}`)} = ${word(`$cs_up + ${WRITE_OFFSET}`)}`,
  ].join(', ');
}

/** The descriptor of the channel whose name begins like this; GDB's expressions have no loops. */
function channel(first: string, name: string): string {
  const [begin = 0] = words(new TextEncoder().encode(name));
  const at = (index: number) => `${first} + ${DESCRIPTOR * index}`;
  const last = at(CHANNELS - 1);
  return Array.from({ length: CHANNELS - 1 }, (_, index) => at(index)).reduceRight(
    (other, each) => `(${word(word(each))} == ${hex(begin)} ? ${each} : ${other})`,
    last,
  );
}

/** A type that GDB has even without debug information. */
function word(address: string): string {
  return `*(unsigned int *)(${address})`;
}

function words(bytes: Uint8Array): readonly number[] {
  const padded = new Uint8Array(Math.ceil(bytes.length / 4) * 4);
  padded.set(bytes);
  const view = new DataView(padded.buffer);
  return Array.from({ length: padded.length / 4 }, (_, index) => view.getUint32(4 * index, true));
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}
