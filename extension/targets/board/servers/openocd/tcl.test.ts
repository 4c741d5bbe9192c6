import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { connectTcl } from './rings';

let server: Server | undefined;
const sockets: Socket[] = [];
afterEach(() => {
  sockets.splice(0).forEach((socket) => socket.destroy());
  server?.close();
});

test('commands are answered in order, however the answers are split', async () => {
  const { client, commands, answer } = await start();
  const both = Promise.all([client.run('one'), client.run('two')]);
  await vi.waitUntil(() => commands().length === 2);
  expect(commands()[0]).toContain('catch {one}');
  for (const piece of ['0 fir', 'st\x1a0 ', 'second \n\x1a']) answer(piece);
  expect(await both).toEqual(['first', 'second']);
});

test('an error of OpenOCD is reported in its words', async () => {
  const { client, commands, answer } = await start();
  const refused = client.run('rtt start');
  await vi.waitUntil(() => commands().length === 1);
  answer('1 rtt: No control block found\x1a');
  await expect(refused).rejects.toThrow('refused "rtt start": rtt: No control block found');
});

test('a missed deadline closes it, since later answers could belong to anything', async () => {
  const { client } = await start();
  await expect(client.run('reset halt', 20)).rejects.toThrow(
    'did not answer "reset halt" in 20 ms',
  );
  await expect(client.run('poll')).rejects.toThrow('did not answer "reset halt"');
});

test.each([
  ['the server goes', (abort: AbortController) => void (abort && sockets[0]?.destroy()), /closed/],
  ['somebody cancels', (abort: AbortController) => abort.abort(), /cancelled/],
])('%s', async (_, act, words) => {
  const abort = new AbortController();
  const { client, commands } = await start(abort.signal);
  const waiting = client.run('reset halt');
  await vi.waitUntil(() => commands().length === 1);
  act(abort);
  await expect(waiting).rejects.toThrow(words);
});

async function start(signal = new AbortController().signal) {
  let text = '';
  const listening = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => (text += bytes.toString()));
  });
  server = listening;
  const port = await new Promise<number>((resolve) =>
    listening.listen(0, '127.0.0.1', () => {
      const address = listening.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    }),
  );
  const client = await connectTcl({ host: '127.0.0.1', port }, signal);
  await vi.waitUntil(() => sockets.length === 1);
  return {
    client,
    commands: () => text.split('\x1a').slice(0, -1),
    answer: (piece: string) => sockets[0]?.write(piece),
  };
}
