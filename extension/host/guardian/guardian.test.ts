import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isAlive } from '../../../test/alive';
import { isGroupAlive } from './group.cjs';
import { startGuardian } from './start';

const SCRIPT = join(__dirname, 'guardian.cjs');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cyclescope-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const node = (source: string) => ['-e', source];
const makeScratch = (name: string) => {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(join(path, 'file'), 'x');
  return path;
};

describe('startGuardian', () => {
  test('end() ends the child and removes only the paths that are always removed', async () => {
    const scratch = makeScratch('scratch');
    const half = makeScratch('half-written');
    const guardian = startGuardian({ remove: [scratch], removeOrphans: [half] });
    const child = await guardian.run(process.execPath, node('setInterval(() => {}, 1000)'));
    expect(isAlive(child.pid)).toBe(true);
    await guardian.end();
    await guardian.end();
    expect(await child.ended).toMatchObject({ signal: 'SIGTERM' });
    expect([isAlive(child.pid), existsSync(scratch), existsSync(half)]).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('a child that ignores SIGTERM is killed, along with its own child', async () => {
    const pidFile = join(folder, 'pid');
    const guardian = startGuardian({ remove: [] });
    const child = await guardian.run('/bin/sh', [
      '-c',
      `trap '' TERM; sh -c 'echo $$ > ${pidFile}; exec sleep 60' & sleep 60`,
    ]);
    await vi.waitUntil(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8').endsWith('\n'));
    const grandchild = Number(readFileSync(pidFile, 'utf8'));
    expect(isAlive(grandchild)).toBe(true);
    await guardian.end();
    expect(await child.ended).toMatchObject({ signal: 'SIGKILL' });
    expect(isAlive(grandchild)).toBe(false);
  });

  test('a grandchild may restore something once a hanging child is killed', async () => {
    const [pipe, ready, file] = ['pipe', 'ready', 'restored'].map((name) => join(folder, name));
    const guardian = startGuardian({ remove: [] });
    const watch = `cat ${pipe} > /dev/null; echo restored > ${file}`;
    const child = await guardian.run('/bin/sh', [
      '-c',
      `trap '' TERM; mkfifo ${pipe}; (${watch}) & exec 8> ${pipe}; echo > ${ready}; sleep 60 8>&-`,
    ]);
    await vi.waitUntil(() => existsSync(ready!));
    await guardian.end();
    expect(await child.ended).toMatchObject({ signal: 'SIGKILL' });
    expect(readFileSync(file!, 'utf8')).toBe('restored\n');
  });

  test('reports how a child exited by itself, with its last output', async () => {
    const guardian = startGuardian({ remove: [] });
    const child = await guardian.run('/bin/sh', ['-c', 'echo out of cheese >&2; exit 3']);
    expect(await child.ended).toEqual({ code: 3, signal: null, stderr: 'out of cheese\n' });
    await guardian.end();
  });

  test('rejects when the program does not exist', async () => {
    const guardian = startGuardian({ remove: [] });
    await expect(guardian.run('/no/such/program', [])).rejects.toThrow('ENOENT');
    await guardian.end();
  });

  test('works without a child', async () => {
    const scratch = makeScratch('scratch');
    await startGuardian({ remove: [scratch] }).end();
    expect(existsSync(scratch)).toBe(false);
  });

  test('killing the guardian itself still ends the child and removes the paths', async () => {
    const scratch = makeScratch('scratch');
    const guardian = startGuardian({ remove: [scratch] });
    const child = await guardian.run(process.execPath, node('setInterval(() => {}, 1000)'));
    if (guardian.pid !== undefined) process.kill(guardian.pid, 'SIGKILL');
    expect(await child.ended).toMatchObject({ signal: 'SIGKILL' });
    await guardian.end();
    await vi.waitUntil(() => !isAlive(child.pid));
    expect(existsSync(scratch)).toBe(false);
  });
});

test.runIf(process.platform === 'linux')(
  'a group of which only a zombie is left is not alive',
  async () => {
    const keeperFile = join(folder, 'keeper');
    // A process that collects no children leaves its child in the group, as a zombie.
    const leaveZombie = `sh -c 'echo $$ > ${keeperFile}; (exit 0) & exec setsid sleep 60'`;
    const leader = spawn('/bin/sh', ['-c', `${leaveZombie} & read line`], { detached: true });
    const group = leader.pid!;
    const ended = once(leader, 'exit');
    const keeper = await vi.waitUntil(
      () => existsSync(keeperFile) && Number(readFileSync(keeperFile, 'utf8')),
    );
    const stat = () => readFileSync(`/proc/${keeper}/stat`, 'utf8');
    // It has left the group.
    await vi.waitUntil(() => / [A-Z] \d+ (\d+)/.exec(stat())?.[1] === `${keeper}`);
    expect(isGroupAlive(group, true)).toBe(true);
    expect(isGroupAlive(group, false)).toBe(true);
    leader.stdin.end();
    await ended;
    await vi.waitUntil(() => !isGroupAlive(group, false));
    expect(process.kill(-group, 0)).toBe(true);
    process.kill(keeper, 'SIGKILL');
  },
);

test('killing the parent with SIGKILL ends the child, and removes or renames everything', async () => {
  const paths = ['scratch', 'lock', 'half-written', 'unfinished'].map(makeScratch);
  const [remove, removeOrphans] = [paths.slice(0, 2), paths.slice(2, 3)];
  const renameOrphan = [paths[3], join(folder, 'abandoned')];
  const parent = spawn(process.execPath, node(PARENT), {
    env: { ...process.env, SCRIPT, PATHS: JSON.stringify({ remove, removeOrphans, renameOrphan }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = await new Promise<number>((resolve) => {
    parent.stdout.once('data', (line: Buffer) => resolve(JSON.parse(line.toString()).started));
  });
  expect(isAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  await vi.waitUntil(() => !isAlive(pid) && !paths.some((path) => existsSync(path)));
  expect(readFileSync(join(folder, 'abandoned', 'file'), 'utf8')).toBe('x');
});

describe('what a service keeps for a process is given back', () => {
  const calls = [1, 2].map((at) => ({
    headers: { ':method': 'POST', ':path': `/give/${at}` },
    body: Buffer.from(`body ${at}`).toString('base64'),
  }));

  test.each([
    ['after it was killed', 'SIGKILL', ['/give/1 body 1', '/give/2 body 2']],
    ['by itself if it could end', 'end', []],
  ])('%s', async (_, how, expected) => {
    const received: string[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (bytes: Buffer) => (body += bytes.toString()));
      request.on('end', () => {
        received.push(`${request.url} ${body}`);
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const giveBack = { origin: `http://127.0.0.1:${port}`, calls };
    const parent = spawn(process.execPath, node(PARENT + ENDING), {
      env: { ...process.env, SCRIPT, PATHS: JSON.stringify({ giveBack, remove: [] }) },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const guardian = once(parent.stdout, 'close');
    await once(parent.stdout, 'data');
    if (how === 'SIGKILL') parent.kill(how);
    else parent.stdin.end();
    // The guardian has the other end of the pipe until it ends.
    await guardian;
    expect(received).toEqual(expected);
    await new Promise((resolve) => server.close(resolve));
  });
});

/** A process that talks to the guardian directly and forwards its answers. */
const PARENT = `
const guardian = require('node:child_process').spawn(process.execPath, [process.env.SCRIPT], {
  stdio: ['pipe', 'inherit', 'inherit'], detached: true });
guardian.stdin.write(process.env.PATHS + '\\n');
guardian.stdin.write(JSON.stringify({ run: { command: 'sleep', args: ['60'] } }) + '\\n');
`;

/** Has the guardian end when the process's own input ends. */
const ENDING = `
process.stdin.resume().on('end', () => guardian.stdin.write('{"end":true}\\n'));
`;
