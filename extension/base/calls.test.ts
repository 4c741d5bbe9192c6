import { MessageChannel } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { newClient, type Port, serve, type Served, Transferred } from './calls';

type Sums = {
  readonly add: { takes: readonly number[]; gives: number; reports: number };
  readonly fail: { takes: string; gives: never };
  readonly wait: { takes: null; gives: string };
  readonly bytes: { takes: number; gives: ArrayBuffer };
};

const open: MessageChannel[] = [];
afterEach(() => {
  for (const channel of open.splice(0)) channel.port1.close();
});

const served: Served<Sums> = {
  add: async (numbers, { report }) =>
    numbers.reduce((sum, each) => {
      report(sum + each);
      return sum + each;
    }, 0),
  fail: async (message) => {
    throw Object.assign(new Error(message), { code: 'busy', hint: 'wait' });
  },
  wait: async (_, { signal }) =>
    new Promise((resolve) => {
      if (signal.aborted) resolve('too late');
      signal.addEventListener('abort', () => resolve('stopped'));
    }),
  bytes: async (count) => {
    const { buffer } = new Uint8Array(count).fill(7);
    return new Transferred(buffer, [buffer]);
  },
};

function pair() {
  const channel = new MessageChannel();
  open.push(channel);
  const toPort = (port: MessageChannel['port1']): Port => ({
    post: (message, transfer) => port.postMessage(message, [...(transfer ?? [])]),
    listen: (listener) => port.on('message', listener),
  });
  serve(toPort(channel.port2), served);
  return newClient<Sums>(toPort(channel.port1));
}

test('returns results and reports progress', async () => {
  const reported: number[] = [];
  const sum = await pair().call('add', [1, 2, 3], { onReport: (each) => reported.push(each) });
  expect([sum, reported]).toEqual([6, [1, 3, 6]]);
});

test('a failure keeps its code and its hint', async () => {
  await expect(pair().call('fail', 'no')).rejects.toMatchObject({
    name: 'RemoteFailure',
    message: 'no',
    code: 'busy',
    hint: 'wait',
  });
});

test('a cancelled call is notified, even before it has begun', async () => {
  const client = pair();
  const stop = new AbortController();
  const waiting = client.call('wait', null, { signal: stop.signal });
  stop.abort();
  expect(await waiting).toBe('stopped');
  expect(await client.call('wait', null, { signal: stop.signal })).toBe('stopped');
});

test('buffers are transferred', async () => {
  const buffer = await pair().call('bytes', 3);
  expect([...new Uint8Array(buffer)]).toEqual([7, 7, 7]);
});

test('pending and later calls fail once the other side is gone', async () => {
  const client = pair();
  const waiting = client.call('wait', null);
  client.fail({ message: 'The worker has ended.' });
  await expect(waiting).rejects.toThrow('The worker has ended.');
  await expect(client.call('add', [1])).rejects.toThrow('The worker has ended.');
});
