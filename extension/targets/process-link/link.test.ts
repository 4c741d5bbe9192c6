import { afterEach, expect, test, vi } from 'vitest';
import { TargetError } from '../../base/failures';
import type { TargetLink } from '../target';
import { openProcessLink, startProcess } from './link';

/** Answers lines; `stream N` writes N bytes and reports that, `die` ends in the middle of a line. */
const AGENT = `
let total = 0;
process.stderr.write('noise of a login\\nready\\n');
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const [word, count] = line.split(' ');
  if (word === 'die') return process.stdout.write('last', () => process.exit(7));
  if (word === 'stream') {
    total += Number(count);
    process.stderr.write('stream bytes=' + total + '\\nok stream\\n');
    setTimeout(() => process.stdout.write(Buffer.alloc(Number(count), 1)), 50);
  } else if (line !== '') process.stderr.write('ok ' + line + '\\n');
}).on('close', () => process.exit(0));
`;

let link: TargetLink | undefined;
afterEach(() => link?.close());

async function open(heartbeatMs?: number): Promise<TargetLink> {
  link = await openProcessLink({
    readyLine: 'ready',
    sampled: { find: [], where: 'here', execute: () => Promise.reject(new Error('not sampled')) },
    ...(heartbeatMs === undefined ? {} : { heartbeatMs }),
    start: () =>
      startProcess({
        command: process.execPath,
        args: ['-e', AGENT],
        explainStart: (code) => new TargetError('start-failed', code),
        explainEnd: ({ code }) => new TargetError('target-gone', `ended with ${code}`),
      }),
  });
  return link;
}

test('carries lines both ways, from the ready line on', async () => {
  const agent = await open(5);
  await agent.sendLine('hello');
  expect(await agent.nextLine(5000)).toBe('ok hello');
});

test('drain waits for all bytes that the agent has reported', async () => {
  const agent = await open();
  let bytes = 0;
  agent.onStream((chunk) => (bytes += chunk.length));
  await agent.sendLine('stream 300000');
  expect(await agent.nextLine(5000)).toBe('ok stream');
  expect(bytes).toBe(0);
  agent.stall(80);
  await agent.drain();
  expect(bytes).toBe(300_000);
  await agent.drain();
});

test('loses nothing of the stream before there is a listener', async () => {
  const agent = await open();
  await agent.sendLine('stream 1000');
  await agent.nextLine(5000);
  agent.stall(10);
  await new Promise((resolve) => setTimeout(resolve, 100));
  let bytes = 0;
  agent.onStream((chunk) => (bytes += chunk.length));
  await agent.drain();
  expect(bytes).toBe(1000);
});

test('an exit in the middle keeps what was written, and reports the reason', async () => {
  const agent = await open();
  let text = '';
  agent.onStream((chunk) => (text += new TextDecoder().decode(chunk)));
  await agent.sendLine('die');
  await expect(agent.nextLine(5000)).rejects.toMatchObject({ message: 'ended with 7' });
  await vi.waitUntil(() => text === 'last');
  await expect(agent.sendLine('hello')).rejects.toMatchObject({ message: 'ended with 7' });
});

test('restart starts over', async () => {
  const agent = await open();
  let bytes = 0;
  agent.onStream((chunk) => (bytes += chunk.length));
  await agent.sendLine('stream 10');
  await agent.nextLine(5000);
  await agent.drain();
  await agent.restart();
  await agent.sendLine('stream 20');
  expect(await agent.nextLine(5000)).toBe('ok stream');
  await agent.drain();
  expect(bytes).toBe(30);
});

test('reports that it is closed', async () => {
  const agent = await open();
  await agent.close();
  await expect(agent.nextLine(100)).rejects.toMatchObject({ message: 'The link was closed' });
  await agent.close();
});

test('explains a missing program', async () => {
  const start = startProcess({
    command: '/nowhere/agent',
    args: [],
    explainStart: (code) => new TargetError('missing-program', code),
    explainEnd: () => new TargetError('target-gone', ''),
  });
  await expect(start).rejects.toMatchObject({ code: 'missing-program', message: 'ENOENT' });
});
