import { afterEach, describe, expect, test, vi } from 'vitest';
import type { GdbOptions } from './client';
import { encodePacket } from './codec';
import { QEMU_STUB, UNKNOWN_SERVER } from './quirks';
import { NON_STOP, type Behaviour, openScripted } from './testing';

const hex = (text: string) => Buffer.from(text).toString('hex');
const answers =
  (script: Readonly<Record<string, readonly string[]>>): Behaviour =>
  (payload) =>
    script[payload];
const supports =
  (features: string): Behaviour =>
  (payload) =>
    payload.startsWith('qSupported') ? [features] : undefined;
const notification = (payload: string) =>
  Buffer.concat([Buffer.from('%'), encodePacket(payload).subarray(1)]);

const opened: (() => void)[] = [];
afterEach(() => opened.splice(0).forEach((close) => close()));

async function open(behaviours: readonly Behaviour[], options: Partial<GdbOptions> = {}) {
  const scripted = await openScripted(behaviours, options);
  opened.push(scripted.close);
  return scripted;
}

describe('connectGdb', () => {
  test('negotiates the packet size and keeps acks if it must', async () => {
    const { client, received } = await open([supports('PacketSize=40;qXfer:memory-map:read+')]);
    expect(client.packetSize).toBe(0x40);
    expect(client.features.has('qXfer:memory-map:read+')).toBe(true);
    await vi.waitFor(() => expect(received.acks).toBe(1));
  });

  test('stops acks if the server supports that', async () => {
    const { client, received } = await open([supports('QStartNoAckMode+'), () => ['OK']]);
    expect(client.packetSize).toBe(UNKNOWN_SERVER.packetSize);
    for (const packet of ['Hg0', 'Hc0', 'g']) await client.request(packet);
    expect(received.acks).toBe(2);
  });

  test('keeps acks if the server offers to stop them and then refuses', async () => {
    const { client, received } = await open([
      supports('QStartNoAckMode+'),
      answers({ QStartNoAckMode: ['E01'] }),
    ]);
    await client.request('g');
    await vi.waitFor(() => expect(received.acks).toBe(3));
  });
});

describe('requests', () => {
  test('an unsolicited stop reply is not an answer, and is reported', async () => {
    const stops: string[] = [];
    const { client } = await open([answers({ 'm0,1': ['T02thread:01;', 'aa'] })], {
      onStop: (reply) => stops.push(reply),
    });
    expect(await client.request('m0,1')).toBe('aa');
    expect(stops).toEqual(['T02thread:01;']);
  });

  test('output of the server is not an answer', async () => {
    const printed: string[] = [];
    const { client } = await open([answers({ g: [`O${hex('keep-alive')}`, 'O', 'ff'] })], {
      onOutput: (text) => printed.push(text),
    });
    expect(await client.request('g')).toBe('ff');
    expect(printed.join('')).toBe('keep-alive');
  });

  test('the answer to ? is a stop reply', async () => {
    const { client } = await open([answers({ '?': ['T05'] })]);
    expect(await client.request('?')).toBe('T05');
  });

  test('concurrent callers get their own answers', async () => {
    const { client, received } = await open([
      (payload) => (payload.startsWith('m') ? [payload.slice(1, 3)] : undefined),
    ]);
    const asked = Array.from({ length: 20 }, (_, index) => `${index + 10}`);
    const replies = await Promise.all(asked.map((digits) => client.request(`m${digits},1`)));
    expect(replies).toEqual(asked);
    expect(received.packets.slice(1)).toEqual(asked.map((digits) => `m${digits},1`));
  });

  test('a damaged reply is requested again', async () => {
    let sent = 0;
    const { client, received } = await open([
      (payload) => (payload === 'g' ? [Buffer.from('$00#00'), 'ff'].slice(sent++) : undefined),
    ]);
    expect(await client.request('g')).toBe('ff');
    await vi.waitFor(() => expect(received.naks).toBe(1));
  });

  test('a damaged notification is not requested again', async () => {
    const { client, received, send } = await open([answers({ g: ['ff'] })]);
    send(Buffer.from('%Stop:T05#00'));
    expect(await client.request('g')).toBe('ff');
    expect(received.naks).toBe(0);
  });

  test('without acks a damaged reply ends the connection and is reported', async () => {
    const { client } = await open([
      supports('QStartNoAckMode+'),
      (payload) => (payload === 'g' ? [Buffer.from('$00#00')] : ['OK']),
    ]);
    await expect(client.request('g')).rejects.toThrow('the GDB server sent a damaged packet');
  });

  test('a rejected packet is sent again, a limited number of times', async () => {
    const { client, received } = await open([
      (payload) => (payload === 'g' ? [Buffer.from('-')] : undefined),
    ]);
    await expect(client.request('g')).rejects.toThrow('refused a packet 4 times');
    expect(received.packets.filter((packet) => packet === 'g')).toHaveLength(4);
  });
});

describe('running and stopping', () => {
  const vCont = answers({ 'vCont?': ['vCont;c;C;s;S'], 'vCont;c': [], '\x03': ['T02'] });

  test('interrupt returns the stop reply', async () => {
    const { client, received } = await open([vCont]);
    await client.resume();
    expect(client.isRunning).toBe(true);
    expect(await client.interrupt()).toBe('T02');
    expect(client.isRunning).toBe(false);
    expect(received.packets).toContain('vCont;c');
  });

  test('a core that stopped by itself is not interrupted', async () => {
    const { client, received, send } = await open([vCont]);
    await client.resume();
    send(encodePacket('T0b'));
    expect(await client.waitForStop(60_000)).toBe('T0b');
    expect(await client.interrupt()).toBe('T0b');
    expect(received.interrupts).toBe(0);
  });

  test('c and s replace vCont', async () => {
    const { client, received } = await open([answers({ c: [], s: ['S05'], '\x03': ['S02'] })]);
    await client.resume();
    await client.interrupt();
    expect(await client.step()).toBe('S05');
    expect(received.packets.slice(1)).toEqual(['vCont?', 'c', '\x03', 's']);
  });

  test.each([
    ['an error', 'E01', 'did not resume the core: error E01'],
    ['nothing', '', 'did not resume the core: it does not support that request'],
  ])('%s in reply to a continue is a refusal', async (_, reply, message) => {
    const { client } = await open([answers({ c: [reply] })]);
    await client.resume();
    await expect(client.waitForStop(60_000)).rejects.toThrow(message);
    expect(client.isRunning).toBe(false);
  });

  test('memory is read while the core runs if the server supports that', async () => {
    const { client } = await open([vCont, answers({ 'm0,1': ['aa'] })]);
    await client.resume();
    expect(await client.request('m0,1')).toBe('aa');
    expect(client.isRunning).toBe(true);
  });

  test.each([QEMU_STUB, NON_STOP])('$name is not requested while its core runs', async (quirks) => {
    const { client, received } = await open([vCont], { quirks });
    await client.resume();
    await expect(client.request('m0,1')).rejects.toThrow('answers no request while the core runs');
    await expect(client.monitor('reset')).rejects.toThrow('answers no request');
    await vi.waitFor(() => expect(received.packets.at(-1)).toBe('vCont;c'));
    expect(received.packets).not.toContain('m0,1');
  });

  test('in non-stop mode, stops are notifications and acknowledged, and memory is reachable', async () => {
    const nonStop = answers({
      'QNonStop:1': ['OK'],
      'vCont?': ['vCont;c;s;t'],
      'vCont;c': ['OK'],
      'm0,1': ['aa'],
      vStopped: ['OK'],
    });
    const { client, received, send } = await open([nonStop], { quirks: NON_STOP });
    expect(await client.useNonStop()).toBe(true);
    await client.resume();
    expect(await client.request('m0,1')).toBe('aa');
    const stop = client.waitForStop(60_000);
    send(notification('Stop:T02thread:1;'));
    expect(await stop).toBe('T02thread:1;');
    await client.resume();
    expect(received.packets.slice(-2)).toEqual(['vStopped', 'vCont;c']);
  });

  test('a refusal of non-stop mode is reported', async () => {
    const { client } = await open([], { quirks: NON_STOP });
    expect(await client.useNonStop()).toBe(false);
  });

  test('a core that does not stop ends the connection', async () => {
    const { client } = await open([answers({ c: [] })], { timeoutMs: 400 });
    await client.resume();
    await expect(client.interrupt()).rejects.toThrow('did not stop the core within 400 ms');
  });

  test('waiting in vain for a stop does no harm', async () => {
    const { client } = await open([vCont]);
    await client.resume();
    expect(await client.waitForStop(5)).toBeUndefined();
    expect(await client.interrupt()).toBe('T02');
  });
});

describe('probe', () => {
  test('returns the answer of a server that answers while the core runs', async () => {
    const { client } = await open([answers({ c: [], 'm0,4': ['00000000'] })]);
    await client.resume();
    expect(await client.probe('m0,4', 60_000)).toBe('00000000');
  });

  test('stops the core if the server only answers then, and reports it', async () => {
    const { client } = await open([
      answers({ c: [], 'm0,4': [], '\x03': ['T02', '00000000'], g: ['ff'] }),
    ]);
    await client.resume();
    expect(await client.probe('m0,4', 50)).toBeUndefined();
    expect(client).toMatchObject({ isRunning: false, hasStoppedByItself: false });
    expect(await client.request('g')).toBe('ff');
  });

  test('accepts a late answer that comes before the stop: the computer was busy', async () => {
    const { client } = await open([
      answers({ c: [], 'm0,4': [], '\x03': ['00000000', 'T02'], g: ['ff'] }),
    ]);
    await client.resume();
    expect(await client.probe('m0,4', 50)).toBe('00000000');
    expect(client).toMatchObject({ isRunning: false, hasStoppedByItself: false });
    expect(await client.request('g')).toBe('ff');
  });
});

describe('monitor', () => {
  test.each([
    ['output packets', [`O${hex('one ')}`, `O${hex('two')}`, 'OK'], 'one two'],
    ['one plain reply', [hex('all at once')], 'all at once'],
    ['nothing', ['OK'], ''],
  ])('prints %s', async (_, replies, printed) => {
    const { client, received } = await open([answers({ [`qRcmd,${hex('info')}`]: replies })]);
    expect(await client.monitor('info')).toBe(printed);
    expect(received.packets).toContain(`qRcmd,${hex('info')}`);
  });

  test.each([
    ['error', ['E01'], 'monitor x failed: error E01'],
    ['error with its text', [`O${hex('no such command\n')}`, 'E01'], 'failed: no such command'],
    ['unknown request', [''], 'monitor x failed: it does not support that request'],
  ])('an %s is a failure', async (_, replies, message) => {
    const { client } = await open([answers({ [`qRcmd,${hex('x')}`]: replies })]);
    await expect(client.monitor('x')).rejects.toThrow(message);
  });
});

describe('failures', () => {
  const deaf = answers({ g: [], c: [] });

  test('silence ends at the deadline and makes the client unusable', async () => {
    const { client } = await open([deaf], { timeoutMs: 400 });
    await expect(client.request('g')).rejects.toThrow('did not answer within 400 ms');
    await expect(client.request('m0,1')).rejects.toThrow('did not answer within 400 ms');
  });

  test('a request has its own deadline', async () => {
    const { client } = await open([deaf]);
    await expect(client.request('g', 20)).rejects.toThrow('within 20 ms');
  });

  test('an abort rejects all pending requests', async () => {
    const abort = new AbortController();
    const { client } = await open([deaf], { signal: abort.signal });
    await client.resume();
    const waiting = [client.request('g'), client.request('m0,1'), client.waitForStop(5000)];
    abort.abort(new Error('enough'));
    for (const promise of waiting) await expect(promise).rejects.toThrow('enough');
  });

  test('a closed connection rejects a pending request', async () => {
    const { client, disconnect } = await open([deaf]);
    const reply = client.request('g');
    disconnect();
    await expect(reply).rejects.toThrow('closed the debug connection');
  });

  test('detach sends D', async () => {
    const { client, received } = await open([answers({ D: ['OK'] })]);
    await client.detach();
    expect(received.packets.at(-1)).toBe('D');
    await expect(client.request('g')).rejects.toThrow('closed');
  });

  test.each([
    ['stops the core for a server that is silent while it runs', false, ['\x03', 'D']],
    ['leaves the core running for one that answers', true, ['c', 'D']],
  ])('detach %s', async (_, answersWhileRunning, last) => {
    const { client, received } = await open([answers({ c: [], '\x03': ['T02'], D: ['OK'] })]);
    await client.resume();
    client.learned.answersWhileRunning = answersWhileRunning;
    await client.detach();
    expect(received.packets.slice(-2)).toEqual(last);
  });
});
