import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { waitForExit } from './child';

const node = (script: string, signal?: AbortSignal) =>
  spawn(process.execPath, ['-e', script], { signal, stdio: ['ignore', 'pipe', 'ignore'] });

test('the exit code is reported', async () => {
  expect(await waitForExit(node('process.exitCode = 3'))).toBe(3);
});

test('a program that cannot be started is a failure', async () => {
  await expect(waitForExit(spawn('/no/such/program'))).rejects.toThrow('ENOENT');
});

test('a child that is stopped has ended when that is reported', async () => {
  const stop = new AbortController();
  // Takes its time to end.
  const script = `
    process.on('SIGTERM', () => setTimeout(() => process.exit(), 100));
    setInterval(() => undefined, 1000);
    console.log('ready');`;
  const child = node(script, stop.signal);
  child.stdout?.once('data', () => stop.abort());
  await expect(waitForExit(child)).rejects.toThrow('aborted');
  expect(child.exitCode).toBe(0);
});
