import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { wrapWorker } from './thread';

/** A thread that answers `double`, never answers `wait`, and breaks at `break`. */
const script = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', ({ id, call, takes }) => {
    if (call === 'double') parentPort.postMessage({ id, gives: 2 * takes });
    if (call === 'break') throw new Error('out of order');
  });
`;

type Calls = Readonly<
  Record<'double' | 'wait' | 'break', { readonly takes: number; readonly gives: number }>
>;

const start = () => wrapWorker<Calls>(new Worker(script, { eval: true }));

describe('a worker', () => {
  it('is called, and ends', async () => {
    const worker = start();
    expect(await worker.client.call('double', 21)).toBe(42);
    await worker.end();
    await expect(worker.client.call('double', 1)).rejects.toMatchObject({ code: 'worker-ended' });
  });

  it('rejects all pending calls when it crashes', async () => {
    const worker = start();
    const waiting = worker.client.call('wait', 0);
    const breaking = worker.client.call('break', 0);
    const failure = { code: 'worker-ended', message: expect.stringContaining('out of order') };
    await expect(waiting).rejects.toMatchObject(failure);
    await expect(breaking).rejects.toMatchObject(failure);
  });

  it('rejects all pending calls when it is ended', async () => {
    const worker = start();
    const waiting = worker.client.call('wait', 0);
    const failing = expect(waiting).rejects.toMatchObject({ code: 'worker-ended' });
    await worker.end();
    await failing;
  });
});
