import { describe, expect, test } from 'vitest';
import { readElf } from '../../../agent/elf/elf';
import { writeElf } from '../../../agent/elf/testing';
import { hostCommands, findAgentAddresses, stopAt } from './agent-script';

const addresses = { controlBlock: 0x20000000, idle: 0xc0, wait: 0x1a04, benchmark: 0x2170 };

describe('hostCommands', () => {
  const [send = '', empty = ''] = hostCommands(addresses, 'run heap op=malloc');

  test('never stop, and need no quotes, which front ends would have to escape', () => {
    for (const command of [send, empty]) expect(command).toMatch(/^break [^"'\\]*, 0\)$/);
  });

  test('write the whole line before its length', () => {
    const written = [...send.matchAll(/ring \+ (\d+)\) = (0x[\da-f]+)/g)];
    const bytes = Buffer.alloc(written.length * 4);
    written.forEach(([, at, value]) => bytes.writeUInt32LE(Number(value), Number(at)));
    expect(bytes.toString()).toBe('run heap op=malloc\n\0');
    expect(send).toMatch(/\$cs_down \+ 12\) = 19\) : 0, 0\)$/);
  });

  test('identify channels by name', () => {
    expect(send).toContain(`== 0x${Buffer.from('cycl').readUInt32LE().toString(16)} ?`);
    expect(empty).toContain(`== 0x${Buffer.from('SysV').readUInt32LE().toString(16)} ?`);
  });
});

test('stops at an address, since a name could be ambiguous', () => {
  expect(stopAt(addresses)).toBe('tbreak *0x2170');
});

test('reports an image without the benchmark', () => {
  expect(findAgentAddresses(readElf(writeElf([], [])), 'heap/malloc')).toEqual({
    problem: 'The image does not contain the benchmark heap/malloc',
    hint: 'Rebuild the image to include the benchmark.',
  });
});
