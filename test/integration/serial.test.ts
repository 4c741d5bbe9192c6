import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ReadStream } from 'node:tty';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { SerialSetup } from '../../extension/targets/serial/address';
import { openSerial, type SerialLimits } from '../../extension/targets/serial/open';
import { type PortServer, startPortServer } from '../../extension/targets/serial/testing';
import type { TargetLink } from '../../extension/targets/target';
import { HANGS_MS } from '../patience.mjs';
import { lockFolderOfTests } from './agent/measured';
import { temporaryFolder } from './agent/temporary';
import { buildPeer, startPeer, type Peer } from './serial/peer';

let program: string;
beforeAll(async () => {
  program = await buildPeer(temporaryFolder('peer'));
});

let peer: Peer | undefined;
let link: TargetLink | undefined;
afterEach(async () => {
  await link?.close();
  await peer?.end();
  link = peer = undefined;
});

const SHORT: Partial<SerialLimits> = { silence: 1000, restart: 3000, drain: 1000 };

interface Given {
  readonly baud?: number;
  readonly network?: SerialSetup['network'];
  readonly limits?: Partial<SerialLimits>;
  readonly signal?: AbortSignal;
  readonly messages?: string[];
}

function open(path: string, given: Given = {}): Promise<TargetLink> {
  const { baud = 115_200, limits = SHORT, signal = new AbortController().signal } = given;
  return openSerial(
    { kind: 'serial', path, baud, ...(given.network && { network: given.network }) },
    { signal, log: { info: (text) => void given.messages?.push(text), debug: () => undefined } },
    { lockFolder: lockFolderOfTests(), limits },
  );
}

async function openLink(damaged: number, given: Given = {}): Promise<TargetLink> {
  peer = await startPeer(program, damaged);
  link = await open(peer.path, given);
  return link;
}

async function receiveStream(agent: TargetLink, bytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  agent.onStream((chunk) => chunks.push(chunk));
  await agent.sendLine(`stream ${bytes}`);
  expect(await agent.nextLine(HANGS_MS)).toBe(`ok stream ${bytes}`);
  await agent.drain();
  return Buffer.concat(chunks);
}

const makeExpected = (bytes: number) => Buffer.from(Array.from({ length: bytes }, (_, i) => 7 * i));

test('lines and stream are carried both ways', async () => {
  const agent = await openLink(0);
  const long = 'x'.repeat(190);
  await agent.sendLine(long);
  expect(await agent.nextLine(HANGS_MS)).toBe(`ok ${long}`);
  expect(Buffer.compare(await receiveStream(agent, 100_000), makeExpected(100_000))).toBe(0);
});

test('bytes that a bad line damages or loses are sent again, which is reported', async () => {
  const messages: string[] = [];
  const agent = await openLink(700, { messages, limits: { silence: 20_000, restart: 20_000 } });
  expect(Buffer.compare(await receiveStream(agent, 20_000), makeExpected(20_000))).toBe(0);
  await agent.close();
  expect(messages.at(-1)).toMatch(/^\d+ damaged frames arrived over .* sent again\.$/);
});

test('a running agent restarts as often as requested', async () => {
  const first = await openLink(0);
  await receiveStream(first, 1000);
  await first.close();
  link = await open(peer?.path ?? '');
  await link.sendLine('hello');
  expect(await link.nextLine(HANGS_MS)).toBe('ok hello');
  await link.restart();
  await link.sendLine('again');
  expect(await link.nextLine(HANGS_MS)).toBe('ok again');
});

test("the rest of an earlier host's frame is not taken for an answer", async () => {
  peer = await startPeer(program, 0);
  link = await open(peer.path);
  await link.sendLine('stream 5000');
  await link.sendLine('half a line');
  await link.close();
  link = await open(peer.path);
  expect(Buffer.compare(await receiveStream(link, 1000), makeExpected(1000))).toBe(0);
});

/** Serves a port in the network, which has to be set up here. */
async function serve(path: string): Promise<PortServer> {
  execFileSync('stty', ['-F', path, 'raw', '-echo']);
  const file = openSync(path, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);
  const terminal = new ReadStream(file);
  const server = await startPortServer({ onData: (bytes) => void writeSync(file, bytes) });
  terminal.on('data', server.send);
  const close = async () => {
    terminal.destroy();
    closeSync(file);
    await server.close();
  };
  return { ...server, close };
}

test('a port in the network carries the same, and its end is reported', async () => {
  peer = await startPeer(program, 0);
  const server = await serve(peer.path);
  try {
    const network = { host: '127.0.0.1', port: server.port };
    link = await open(`127.0.0.1:${server.port}`, { network });
    expect(Buffer.compare(await receiveStream(link, 20_000), makeExpected(20_000))).toBe(0);
    server.hangUp();
    await expect(link.nextLine(HANGS_MS)).rejects.toMatchObject({
      code: 'target-gone',
      message: expect.stringMatching(/^The connection to 127.0.0.1:\d+ ended/) as string,
    });
  } finally {
    await server.close();
  }
});

test('a board that is reset in the middle is reported', async () => {
  const agent = await openLink(0);
  await agent.sendLine('reset');
  await expect(agent.nextLine(HANGS_MS)).rejects.toMatchObject({
    code: 'target-gone',
    message: expect.stringContaining('was reset in the middle of a run') as string,
  });
});

test('a port that disappears is reported', async () => {
  const agent = await openLink(0);
  await agent.sendLine('die');
  await expect(agent.nextLine(HANGS_MS)).rejects.toMatchObject({
    code: 'target-gone',
    message: expect.stringMatching(/^The serial port .* is gone/) as string,
  });
});

test('a board that falls silent does not block', async () => {
  const agent = await openLink(0);
  await agent.sendLine('mute');
  await expect(agent.nextLine(1500)).rejects.toMatchObject({ code: 'agent-silent' });
  await expect(agent.drain()).rejects.toMatchObject({ message: /stream is not complete/ });
  await expect(agent.restart()).rejects.toMatchObject({ code: 'agent-silent' });
});

test('a port has one owner, whatever name it is opened by', async () => {
  await openLink(0);
  const other = join(temporaryFolder('names'), 'board');
  execFileSync('ln', ['-s', peer?.path ?? '', other]);
  await expect(open(other)).rejects.toMatchObject({ code: 'busy' });
});

test('an opening can be cancelled', async () => {
  peer = await startPeer(program, 0);
  const cancelled = AbortSignal.abort();
  await expect(open(peer.path, { signal: cancelled })).rejects.toMatchObject({ code: 'cancelled' });
  link = await open(peer.path);
});

test('a path that is not a port, missing or not set up is reported in a sentence', async () => {
  const getRefusal = async (path: string, baud?: number) => {
    const error: unknown = await open(path, { baud: baud ?? 115_200 }).catch((e: unknown) => e);
    return (error as Error).message;
  };
  expect(await getRefusal('/dev/nowhere')).toBe('There is no serial port /dev/nowhere');
  expect(await getRefusal('/dev/null')).toBe('/dev/null is not a serial port');
  peer = await startPeer(program, 0);
  expect(await getRefusal(peer.path, 12_345)).toMatch(/could not be set to 12345 baud: .*12345/);
});

test('a silent port and a noisy one are distinguished', async () => {
  const agent = await openLink(0);
  await agent.sendLine('mute');
  await expect(agent.nextLine(1500)).rejects.toMatchObject({ code: 'agent-silent' });
  await agent.close();
  const refusal = async (path: string) =>
    ((await open(path).catch((error: unknown) => error)) as Error).message;
  expect(await refusal(peer?.path ?? '')).toMatch(/^No agent answered on/);
  await peer?.end();
  peer = await startPeer(program, 1);
  expect(await refusal(peer.path)).toMatch(/bytes arrived .* but none from an agent/);
});
