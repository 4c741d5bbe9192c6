import fc from 'fast-check';
import { expect } from 'vitest';
import {
  parseBench,
  parseFact,
  parseReply,
  readAgent,
  readArmAttributes,
  readElf,
  readFacts,
  readRegistry,
} from '../../extension/agent';
import { writeElf } from '../../extension/agent/elf/testing';
import { FACTS } from '../../extension/agent/testing/facts';
import { formatToken } from '../../extension/agent/tokens';
import { decodeFrames, encodePacket } from '../../extension/gdb/codec';
import { parseMemoryMap, readXml } from '../../extension/gdb/description';
import { findChannel, readControlBlock } from '../../extension/rtt/control-block';
import { peekInto, SAMPLE_BLOCK, SAMPLE_RAM, sampleMemory } from '../../extension/rtt/testing';
import { fuzz, garbleBytes, garbleText } from './fuzz';

const CHANNELS = {
  up: [
    { name: 'Terminal', size: 16 },
    { name: 'SysView', size: 64 },
  ],
  down: [{ name: 'SysView', size: 16 }],
};
const changes = fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 12 });

const facts = [...FACTS].map(([key, value]) => `FACT ${formatToken(key, value)}`);

fuzz("an agent's lines", garbleText(...facts, 'OK run=1', 'ERR "no such bench"'), (line) => {
  parseReply(line);
  const { value } = parseFact(line);
  if (value !== undefined) readFacts(new Map([...FACTS, ...value]));
  parseBench(line);
});

fuzz(
  'an ELF file',
  garbleBytes(
    writeElf(
      [{ vaddr: 0x2000_0000, paddr: 0x100, data: Uint8Array.of(1, 2, 3, 4), memSize: 16 }],
      [
        { name: 'main', value: 0x2000_0000 },
        { name: '__start_cyclescope_benches', value: 0x2000_0000 },
        { name: '__stop_cyclescope_benches', value: 0x2000_0004 },
      ],
    ),
  ),
  (bytes) => {
    readAgent(bytes);
    const elf = readElf(bytes);
    readRegistry(elf);
    readArmAttributes(bytes, elf);
  },
);

fuzz(
  "a debug server's packets",
  garbleBytes(Uint8Array.of(...encodePacket('T05thread:1;'), 0x2b, ...encodePacket('E01'))),
  (bytes) => {
    const { frames, rest } = decodeFrames(bytes);
    expect(frames.length + rest.length).toBeLessThanOrEqual(bytes.length);
  },
);

fuzz(
  "a debug server's memory map",
  garbleText(`<?xml version="1.0"?><!DOCTYPE memory-map><memory-map>
  <memory type="flash" start="0x8000000" length="0x100000"><property name="blocksize">0x800</property></memory>
  <memory type="ram" start="0x20000000" length="0x18000"/></memory-map>`),
  (text) => {
    readXml(text);
    for (const { start, end } of parseMemoryMap(text)) expect(end).toBeGreaterThanOrEqual(start);
  },
);

fuzz("an agent's RTT control block", changes, async (changed) => {
  const { memory, bytes } = sampleMemory(CHANNELS);
  for (const [at, value] of changed) bytes[at % bytes.length] = value;
  const block = await readControlBlock(peekInto(memory), SAMPLE_BLOCK);
  if ('problem' in block) return;
  for (const direction of ['up', 'down'] as const) {
    const found = await findChannel(
      peekInto(memory),
      block.value,
      [SAMPLE_RAM],
      direction,
      'SysView',
    );
    if ('value' in found) expect(found.value.size).toBeGreaterThan(0);
    else expect(found.problem).not.toBe('');
  }
});
