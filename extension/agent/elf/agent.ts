import type { Bench } from '../manifest';
import { bytesAt, type Elf, MACHINE_AARCH64, MACHINE_ARM, MACHINE_X86_64, readElf } from './elf';
import { readRegistry } from './registry';

/** Properties of an agent, read from its ELF file. */
export interface AgentElf {
  readonly elf: Elf;
  readonly benches: readonly Bench[];
  /** The compiler's name and version as recorded in the file; empty if missing. */
  readonly compiler: string;
  /** 1 if the symbols show that kernel trace hooks are linked. */
  readonly hooks: 0 | 1;
  /** Linux only: the oldest GNU C library that it runs with. */
  readonly glibc?: string | undefined;
}

export type AgentReading =
  | { readonly agent: AgentElf; readonly problem?: never }
  /** `problem` continues a sentence that starts with the file's name. */
  | { readonly agent?: never; readonly problem: string; readonly hint: string };

const LINK_AGENT =
  "Link Cyclescope's agent into your firmware: core, a port and benches of target-agent, with " +
  "SEGGER's RTT and SystemView recorder.";
const KEEP_SYMBOLS = 'Name the file as the linker wrote it, before strip or objcopy.';
const RIGHT_FILE = "Name the ELF file of the agent's firmware, which the linker wrote.";

const MACHINES: Readonly<Record<number, string>> = {
  3: 'x86',
  8: 'MIPS',
  94: 'Xtensa',
  243: 'RISC-V',
  [MACHINE_X86_64]: 'x86-64',
  [MACHINE_AARCH64]: '64-bit Arm',
};

const CONTROL_BLOCK = '_SEGGER_RTT';
/** Symbol that only an agent for Linux has; it needs no control block. */
const LINUX_AGENT = 'cyclescope_linux_agent';
/**
 * Symbols of images with hooks: their switch, or on Linux the reader of the kernel's tracepoints.
 */
const HOOK_SWITCHES = ['cyclescope_kernel_recorded', 'cyclescope_tracepoints_open'];

/**
 * Reads an agent for a Cortex-M or Linux from its ELF file, or explains why it is not one.
 */
export function readAgent(bytes: Uint8Array): AgentReading {
  const elf = readElf(bytes);
  const refusal = findRefusal(elf);
  if (refusal) return refusal;
  const { benches, problems } = readRegistry(elf);
  const [problem] = problems;
  if (problem !== undefined) {
    return {
      problem: `is a program, but no agent of Cyclescope: ${problem}`,
      hint: LINK_AGENT,
    };
  }
  const compiler = readCompiler(elf, bytes);
  const hooks = HOOK_SWITCHES.some((name) => elf.symbols.has(name)) ? 1 : 0;
  return { agent: { elf, benches, compiler, hooks, glibc: findNeededLibc(elf) } };
}

function findRefusal({ machine, problems, symbols }: Elf) {
  const [problem] = problems;
  if (problem !== undefined) return { problem: `cannot be used: ${problem}`, hint: RIGHT_FILE };
  if (symbols.has(LINUX_AGENT)) return undefined;
  if (machine !== MACHINE_ARM) {
    const name = MACHINES[machine] ?? `the machine with ELF number ${machine}`;
    return { problem: `is built for ${name}, and boards here are 32-bit Arm`, hint: RIGHT_FILE };
  }
  if (symbols.size === 0) {
    return { problem: 'has no symbols, so nothing can be found in it', hint: KEEP_SYMBOLS };
  }
  if (!symbols.has(CONTROL_BLOCK)) {
    return {
      problem: `has no symbol ${CONTROL_BLOCK}, so the debug port cannot reach it`,
      hint: LINK_AGENT,
    };
  }
  return undefined;
}

/** Reads the compilers in `.comment`; the program's comes before a library's older one. */
function readCompiler({ sections }: Elf, bytes: Uint8Array): string {
  const comment = sections.find(({ name }) => name === '.comment');
  if (comment === undefined) return '';
  const text = bytes.subarray(comment.offset, comment.offset + comment.size);
  const names = new TextDecoder().decode(text).split('\0');
  return [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))].join('; ');
}

const NEEDED_VERSIONS = '.gnu.version_r';

/**
 * Returns the oldest GNU C library that a Linux program runs with, such as `2.34`; undefined: it
 * uses none.
 */
export function findNeededLibc(elf: Elf): string | undefined {
  const versions = elf.sections.find(({ name }) => name === NEEDED_VERSIONS);
  const names = versions && elf.sections[versions.link];
  const bytes = names && bytesAt(elf, names.address, names.size);
  if (bytes === undefined) return undefined;
  // A program defines no versions itself: those in its strings are required ones.
  const strings = new TextDecoder().decode(bytes).split('\0');
  return strings
    .flatMap((text) => /^GLIBC_(\d+\.\d+)/.exec(text)?.[1] ?? [])
    .sort(byVersion)
    .at(-1);
}

/** Returns whether one version of the GNU C library is older than another. */
export function isOlderLibc(version: string, than: string): boolean {
  return byVersion(version, than) < 0;
}

function byVersion(a: string, b: string): number {
  const [major, minor] = parseVersion(a);
  const [otherMajor, otherMinor] = parseVersion(b);
  return major - otherMajor || minor - otherMinor;
}

function parseVersion(version: string): readonly [major: number, minor: number] {
  const [major = '0', minor = '0'] = version.split('.');
  return [Number(major), Number(minor)];
}
