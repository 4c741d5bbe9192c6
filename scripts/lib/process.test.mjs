import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { runNode, signalExitCode } from './process.mjs';

/** @type {import('./process.mjs').RunOptions} */
const quiet = { stdio: ['ignore', 'ignore', 'ignore'] };

it.each([0, 3])('returns exit code %i', async (code) => {
  expect(await runNode(['-e', `process.exit(${code})`], quiet)).toBe(code);
});

it('returns a shell-like code for a signal', async () => {
  const code = await runNode(['-e', 'process.kill(process.pid, "SIGTERM")'], quiet);
  expect(code).toBe(143);
  expect(signalExitCode('SIGINT')).toBe(130);
});

it("passes on the child's output", async () => {
  let text = '';
  const code = await runNode(['-e', 'console.log("a"); console.log("b")'], {
    onOutput: (chunk) => (text += chunk),
  });
  expect([code, text]).toEqual([0, 'a\nb\n']);
});

it('passes on signals and waits for the child', async () => {
  const child = `process.on('SIGTERM', () => process.exit(7)); setInterval(Boolean, 1e3); console.log('up')`;
  const parent = `
    const { runNode } = await import(${JSON.stringify(new URL('process.mjs', import.meta.url))});
    process.exit(await runNode(['-e', ${JSON.stringify(child)}]));`;
  const program = spawn(process.execPath, ['--input-type=module', '-e', parent], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  program.stdout.once('data', () => program.kill('SIGTERM'));
  expect(await new Promise((resolve) => program.once('close', resolve))).toBe(7);
});
