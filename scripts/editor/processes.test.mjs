import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { endGroup, listProcesses, until } from './processes.mjs';

const temporary = mkdtempSync(join(tmpdir(), 'cyclescope-processes-'));
afterAll(() => rmSync(temporary, { recursive: true }));

describe('until', () => {
  it('returns the first defined answer', async () => {
    let asked = 0;
    expect(await until('three', () => ++asked > 2 && asked)).toBe(3);
  });

  it('reports what it waited for if there is none in time', async () => {
    await expect(until('a miracle', () => false, 0)).rejects.toThrow('Waited 0 s for a miracle');
  });
});

describe.skipIf(process.platform !== 'linux')('a process group', () => {
  it('is found by its folder and ends with everything in it', async () => {
    const child = spawn('sh', ['-c', 'sleep 100 & sleep 100'], {
      detached: true,
      env: { ...process.env, TMPDIR: temporary },
    });
    const ended = once(child, 'close');
    await until('three processes', () => listProcesses(temporary).length === 3);
    await endGroup(child.pid ?? 0);
    await ended;
    expect(listProcesses(temporary)).toEqual([]);
  });

  it('may have ended already', async () => {
    const child = spawn('true', [], { detached: true });
    await once(child, 'close');
    await expect(endGroup(child.pid ?? 0)).resolves.toBeUndefined();
  });
});
