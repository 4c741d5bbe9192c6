import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { readObject } from './client';
import {
  parseMemoryMap,
  readMemoryMap,
  readRegister,
  readRegisterLayout,
  readXml,
  writeRegister,
} from './description';
import { type Behaviour, openScripted } from './testing';

const opened: (() => void)[] = [];
afterEach(() => opened.splice(0).forEach((close) => close()));

async function open(...behaviours: Behaviour[]) {
  const scripted = await openScripted(behaviours);
  opened.push(scripted.close);
  return scripted;
}

/** Documents that are sent in parts of a few bytes. */
const documents =
  (all: Readonly<Record<string, string>>, size = 50): Behaviour =>
  (payload) => {
    const [, name = '', offset = ''] = /^qXfer:(.*:read:.*):(\w+),\w+$/.exec(payload) ?? [];
    if (name === '') return undefined;
    const document = all[name];
    if (document === undefined) return ['E00'];
    const at = Number.parseInt(offset, 16);
    const part = document.slice(at, at + size);
    return [(at + part.length < document.length ? 'm' : 'l') + part];
  };

/** Registers by number, readable one by one or only all at once. */
function registers(values: Map<number, number>, kinds: string): Behaviour {
  const digits = (value: number) => {
    const word = Buffer.alloc(4);
    word.writeUInt32LE(value);
    return word.toString('hex');
  };
  const parseWord = (text: string) => Buffer.from(text, 'hex').readUInt32LE();
  return (payload) => {
    const kind = payload[0] ?? '';
    if (!kinds.includes(kind)) return undefined;
    if (kind === 'g') return [[...values.values()].map(digits).join('')];
    if (kind === 'p') return [digits(values.get(Number.parseInt(payload.slice(1), 16)) ?? 0)];
    if (kind === 'P') {
      const [number = '', value = ''] = payload.slice(1).split('=');
      values.set(Number.parseInt(number, 16), parseWord(value));
    }
    if (kind === 'G')
      [...values.keys()].forEach((number, index) =>
        values.set(number, parseWord(payload.slice(1 + index * 8, 9 + index * 8))),
      );
    return ['OK'];
  };
}

describe('readXml', () => {
  test('returns elements, attributes and texts', () => {
    const document = `<?xml version="1.0"?><!DOCTYPE target SYSTEM "gdb-target.dtd">
      <target><!-- <reg name="no"/> --><architecture>arm</architecture>
      <xi:include href="a&amp;b.xml"/><reg name='pc' bitsize = "32"></reg></target>`;
    expect(readXml(document)).toEqual([
      { name: 'target', attributes: {}, text: '' },
      { name: 'architecture', attributes: {}, text: 'arm' },
      { name: 'include', attributes: { href: 'a&b.xml' }, text: '' },
      { name: 'reg', attributes: { name: 'pc', bitsize: '32' }, text: '' },
    ]);
  });

  test('never throws', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '/',
      '"',
      "'",
      '=',
      'a',
      ' ',
      '<!--',
      '<![CDATA[',
      '&lt;',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        readXml(pieces.join(''));
        parseMemoryMap(pieces.join(''));
      }),
    );
  });
});

describe('readObject', () => {
  test('joins parts', async () => {
    const text = 'x'.repeat(49) + 'é and more '.repeat(9);
    const latin1 = Buffer.from(text, 'utf8').toString('latin1');
    const { client } = await open(documents({ 'features:read:target.xml': latin1 }));
    expect(await readObject(client, 'features', 'target.xml')).toBe(text);
    expect(await readObject(client, 'features', 'other.xml')).toBeUndefined();
  });

  test('a server that stops in the middle is a failure', async () => {
    const { client } = await open((p) =>
      p.startsWith('qXfer') ? [p.includes(':0,') ? 'mstart' : 'E16'] : undefined,
    );
    await expect(readObject(client, 'memory-map')).rejects.toThrow(
      'broke off memory-map: it is not valid (E16)',
    );
  });

  test('a server that never finishes is a failure', async () => {
    const { client } = await open((p) =>
      p.startsWith('qXfer') ? ['m' + 'x'.repeat(9999)] : undefined,
    );
    await expect(readObject(client, 'memory-map')).rejects.toThrow(
      'does not report the end of memory-map',
    );
  });
});

describe('memory map', () => {
  const map = `<memory-map>
    <memory type="ram" start="0x20000000" length="0x1000"/>
    <memory type="flash" start="0" length="8192"><property name="blocksize">0x400</property></memory>
    <memory type="flash" start="0x9000" length="0x1000"/>
    <memory type="ram" start="none" length="0x1000"/>
    <memory type="rom" start="0x8000" length="0"/></memory-map>`;
  const areas = [
    { kind: 'flash', start: 0, end: 0x2000, blockSize: 0x400 },
    { kind: 'ram', start: 0x20000000, end: 0x20001000, blockSize: 0 },
  ];

  test('returns areas in order and drops implausible ones', () => {
    expect(parseMemoryMap(map)).toEqual(areas);
  });

  test('is read if the server has one', async () => {
    const offerMemoryMap: Behaviour = (p) =>
      p.startsWith('qSupported') ? ['qXfer:memory-map:read+'] : undefined;
    const there = documents({ 'memory-map:read:': map });
    expect(await readMemoryMap((await open(offerMemoryMap, there)).client)).toEqual(areas);
    expect(await readMemoryMap((await open(there)).client)).toEqual([]);
  });
});

describe('registers', () => {
  const reg = (name: string, more = '') => `<reg name="${name}" bitsize="32"${more}/>`;
  const general = Array.from({ length: 13 }, (_, index) => reg(`r${index}`)).join('');
  const core = `<target><feature>${general}${reg('sp')}${reg('lr')}${reg('pc')}`;
  const included = {
    'features:read:target.xml':
      '<target><xi:include href="m.xml"/><xi:include href="gone.xml"/></target>',
    'features:read:m.xml': `${core}${reg('xPSR', ' regnum="25"')}</feature></target>`,
  };
  const values = (numbers: readonly number[]) =>
    new Map(numbers.map((number) => [number, number * 0x01010101] as const));
  const upTo16 = Array.from({ length: 17 }, (_, index) => index);

  test('are numbered by the description and the parts that it includes', async () => {
    const { client } = await open(documents(included));
    const layout = await readRegisterLayout(client);
    expect(layout.get('xpsr')).toEqual({ number: 25, bytes: 4, offset: 64 });
    expect(layout.get('pc')).toEqual({ number: 15, bytes: 4, offset: 60 });
  });

  test.each([
    ['17 words', 17, { number: 16, bytes: 4, offset: 64 }],
    ['the old layout', 42, { number: 25, bytes: 4, offset: 164 }],
  ])('default to those of %s without a description', async (_, words, xpsr) => {
    const { client } = await open((p) => (p === 'g' ? ['00000000'.repeat(words)] : undefined));
    expect((await readRegisterLayout(client)).get('xpsr')).toEqual(xpsr);
  });

  test('are read and set one by one', async () => {
    const all = values([...upTo16.slice(0, 16), 25]);
    const { client, received } = await open(documents(included), registers(all, 'pP'));
    await writeRegister(client, 'xpsr', 0x01000000);
    expect(all.get(25)).toBe(0x01000000);
    expect(await readRegister(client, 'xpsr')).toBe(0x01000000);
    expect(received.packets.slice(-2)).toEqual(['P19=00000001', 'p19']);
  });

  test('are read and set all at once if the server supports only that', async () => {
    const all = values(upTo16);
    const { client } = await open(registers(all, 'gG'));
    await writeRegister(client, 'pc', 0x80000002);
    expect(all.get(15)).toBe(0x80000002);
    expect(all.get(14)).toBe(0x0e0e0e0e);
    expect(await readRegister(client, 'sp')).toBe(0x0d0d0d0d);
  });

  test.each([
    ['xxxxxxxx', 'did not read pc'],
    ['E01', 'did not read pc: error E01'],
  ])('fail if one is answered by %s', async (reply, message) => {
    const { client } = await open((p) =>
      p === 'g' ? ['xx'.repeat(68)] : p.startsWith('p') ? [reply] : undefined,
    );
    await expect(readRegister(client, 'pc')).rejects.toThrow(message);
  });

  test('fail if one is refused', async () => {
    const { client } = await open(
      (p) => (p.startsWith('P') ? ['E01'] : undefined),
      registers(values(upTo16), 'g'),
    );
    await expect(writeRegister(client, 'pc', 0)).rejects.toThrow('did not set pc: error E01');
  });
});
