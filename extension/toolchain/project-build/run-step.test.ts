import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runStep } from './build';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'cyclescope-step-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const node = (script: string, env?: Record<string, string>) => ({
  line: 'node script',
  program: process.execPath,
  args: ['-e', script],
  cwd: folder,
  env,
});

async function runScript(script: string, env?: Record<string, string>) {
  const lines: string[] = [];
  const code = await runStep(node(script, env), { onLine: (line) => lines.push(line) });
  return { code, lines };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('a step', () => {
  test('runs in its folder and environment, and returns its exit code', async () => {
    const { code, lines } = await runScript(
      'console.log(process.cwd()); console.log(process.env.BOARD); process.exit(7)',
      { BOARD: 'mps2/an385' },
    );
    expect(code).toBe(7);
    expect(lines).toEqual([folder, 'mps2/an385']);
  });

  test('forwards its output on both channels, without colours', async () => {
    const { lines } = await runScript(
      'console.log("\\u001b[1;31mred\\u001b[0m"); console.error("error: no")',
    );
    expect([...lines].sort()).toEqual(['error: no', 'red']);
  });

  test('gets no input, so that nothing waits for an answer', async () => {
    const { code } = await runScript(
      'process.stdin.on("data", () => {}).on("end", () => process.exit(3))',
    );
    expect(code).toBe(3);
  });

  test('explains what to install if its program is missing', async () => {
    const step = { ...node(''), program: 'cmake-that-is-not-here', line: 'cmake -S .' };
    await expect(runStep(step, { onLine: () => undefined })).rejects.toMatchObject({
      code: 'missing-program',
      message: expect.stringContaining('cmake-that-is-not-here was not found'),
      hint: expect.stringContaining('cyclescope.programsFolders'),
    });
  });

  test('ends everything that it started when it is cancelled', async () => {
    const grandchild =
      'require("fs").writeFileSync("pid", String(process.pid)); setInterval(() => {}, 1000)';
    const script = `require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(grandchild)}]); setInterval(() => {}, 1000)`;
    const controller = new AbortController();
    const run = runStep(node(script), { onLine: () => undefined, signal: controller.signal });
    const pid = await vi.waitUntil(() => {
      try {
        return Number(readFileSync(join(folder, 'pid'), 'utf8')) || undefined;
      } catch {
        return undefined;
      }
    });
    controller.abort();
    await expect(run).rejects.toMatchObject({ code: 'cancelled' });
    await vi.waitUntil(() => !isAlive(pid));
  });

  test('does not start if it is already cancelled', async () => {
    const signal = AbortSignal.abort();
    await expect(runStep(node(''), { onLine: () => undefined, signal })).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});
