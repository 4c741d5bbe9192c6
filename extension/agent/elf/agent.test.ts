import { describe, expect, test } from 'vitest';
import { isOlderLibc, findNeededLibc, readAgent } from './agent';
import { type Elf, type ElfSection, LAYOUT_64 } from './elf';
import { type SampleSymbol, writeElf } from './testing';

const ENTRY_SIZE = 200;
const rtt: SampleSymbol = { name: '_SEGGER_RTT', value: 0x20000000 };
const registry: readonly SampleSymbol[] = [
  { name: '__start_cyclescope_benches', value: 0x1000 },
  { name: '__stop_cyclescope_benches', value: 0x1000 },
  { name: 'cyclescope_bench_size', value: ENTRY_SIZE, absolute: true },
];
const segment = { vaddr: 0x1000, data: new Uint8Array(8) };
const elf = (...symbols: readonly SampleSymbol[]) => writeElf([segment], symbols);
const agent = elf(rtt, ...registry);

function patchByte(at: number, value: number): Uint8Array {
  const bytes = agent.slice();
  bytes[at] = value;
  return bytes;
}

describe('an agent', () => {
  test('is recognised from its file alone', () => {
    expect(readAgent(agent)).toMatchObject({ agent: { benches: [], compiler: '', hooks: 0 } });
  });

  test('has hooks if their switch is linked in', () => {
    const hooked = elf(rtt, ...registry, { name: 'cyclescope_kernel_recorded', value: 4 });
    expect(readAgent(hooked)).toMatchObject({ agent: { hooks: 1 } });
  });
});

describe('an agent for Linux', () => {
  const linux: SampleSymbol = { name: 'cyclescope_linux_agent', value: 0x1000 };

  test('needs no control block, on any machine', () => {
    const reading = readAgent(writeElf([segment], [linux, ...registry], LAYOUT_64));
    expect(reading).toMatchObject({ agent: { benches: [], hooks: 0 } });
  });

  test("has hooks if it reads the kernel's own", () => {
    const traced = elf(linux, ...registry, { name: 'cyclescope_tracepoints_open', value: 4 });
    expect(readAgent(traced)).toMatchObject({ agent: { hooks: 1 } });
  });
});

describe('rejects a file that', () => {
  test.each([
    ['is no ELF file', new TextEncoder().encode('x'.repeat(99)), /cannot be used: .*magic number/],
    ['is cut', agent.subarray(0, 80), /cannot be used/],
    ['is big-endian', patchByte(5, 2), /not little-endian/],
    ['is for RISC-V', patchByte(18, 243), /is built for RISC-V, .*32-bit Arm/],
    ['is for a machine unheard of', patchByte(18, 99), /ELF number 99/],
    ['is for AArch64', writeElf([segment], [rtt], LAYOUT_64), /64-bit Arm/],
    ['was stripped', elf(), /has no symbols/],
    ['has no control block', elf(...registry), /no symbol _SEGGER_RTT/],
    ['is another program', elf(rtt), /no agent of Cyclescope: .*__start_cyclescope_benches/],
  ])('%s', (_, bytes, problem) => {
    const reading = readAgent(bytes);
    expect(reading.problem).toMatch(problem);
    expect('hint' in reading && reading.hint).toMatch(/\.$/);
  });
});

const section = (name: string, address: number, size: number, link = 0): ElfSection => ({
  name,
  type: 0,
  offset: 0,
  address,
  size,
  link,
  alignment: 1,
});

function elfWith(strings: string, versions = '.gnu.version_r'): Elf {
  const data = new TextEncoder().encode(strings);
  return {
    machine: 62,
    pointerSize: 8,
    entry: 0,
    symbols: new Map(),
    problems: [],
    segments: [{ vaddr: 0x100, paddr: 0x100, memSize: data.length, writable: false, data }],
    sections: [section('.dynstr', 0x100, data.length), section(versions, 0x100, 0, 0)],
  };
}

describe('the C library that a program requires', () => {
  test.each([
    ['\0malloc\0GLIBC_2.4\0GLIBC_2.34\0GLIBC_2.2.5\0libc.so.6\0', '2.34'],
    ['\0GLIBC_2.2.5\0', '2.2'],
    ['\0GLIBC_PRIVATE\0MYGLIBC_3.0\0', undefined],
  ])('is the newest version that %j names', (strings, version) => {
    expect(findNeededLibc(elfWith(strings))).toBe(version);
  });

  test('is undefined if nothing comes from a library', () => {
    expect(findNeededLibc(elfWith('\0GLIBC_2.34\0', '.text'))).toBeUndefined();
  });

  test.each([
    ['2.31', '2.34', true],
    ['2.34', '2.34', false],
    ['2.4', '2.34', true],
    ['3.0', '2.34', false],
  ])('%s is older than %s: %j', (version, than, isOlder) => {
    expect(isOlderLibc(version, than)).toBe(isOlder);
  });
});
