import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readRunRecord } from '../../extension/runs/record/read';
import { isEverything, testInAll } from '../everything';
import {
  listOwnLeftOvers,
  newWorkspace,
  startCli,
  until,
  untilMeasuring,
  type Workspace,
} from './cli-process';
import { startSshServer, type SshServer } from './ssh/server';

/** A sampled operation of `profile --json`. */
interface SampledOperation {
  readonly functions: readonly { readonly name: string; readonly total: number }[];
}

let shared: Workspace;
let server: SshServer;
let workspace: Workspace;

beforeAll(async () => {
  shared = newWorkspace();
  server = await startSshServer(shared.folder);
  const built = await call('build --target ID', shared);
  if (built.code !== 0) throw new Error(built.err);
});
afterAll(async () => {
  await server.stop();
  shared.remove();
});
beforeEach(() => {
  workspace = newWorkspace();
});
afterEach(() => workspace.remove());

const start = (line: string, where = workspace, more: Record<string, string> = {}) =>
  startCli(where, line.replace('ID', server.id), { CYCLESCOPE_SSH_CONFIG: server.config, ...more });
const call = (line: string, where = workspace) => start(line, where).ended;

function readKeptRecord() {
  const [id = ''] = readdirSync(workspace.runs).filter((name) => !name.startsWith('.'));
  const { record } = readRunRecord(readFileSync(join(workspace.runs, id, 'run.json'), 'utf8'));
  if (record === undefined) throw new Error(`${id} holds no record`);
  return record;
}

/** Agents that run on the server's side. */
function agents(): readonly string[] {
  const rows = execFileSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' }).split('\n');
  return rows.filter((row) => row.startsWith(server.cache));
}

/** Lists what a call has left on this side, except the connection that is kept for later calls. */
function remains(): readonly string[] {
  const isKept = (row: string) => /^ssh: |ControlPersist/.test(row);
  return listOwnLeftOvers(workspace).filter((row) => !isKept(row));
}

describe('a run over SSH', () => {
  test('copies the agent once, has no losses and leaves nothing running', async () => {
    const count = isEverything ? '' : '--iterations 2000 ';
    const line = `run --target ID --repeat 1 ${count}--bench heap`;
    const first = await call(`${line} --bench mutex --json`);
    expect(JSON.parse(first.out)).toMatchObject({ status: 'complete' });
    const [pass] = readKeptRecord().passes;
    expect(pass?.facts['launch_context']).toBe('ssh');
    expect(pass?.stream).toMatchObject({ overflows: 0, lostPackets: 0 });
    for (const { attempted, stored, decoded } of pass?.operations ?? []) {
      expect([stored, decoded]).toEqual([attempted, attempted]);
    }
    const copies = () =>
      readdirSync(server.cache).map((name) => [name, statSync(join(server.cache, name)).mtimeMs]);
    const before = copies();
    expect(before).toHaveLength(1);
    expect((await call(line)).code).toBe(0);
    expect(copies()).toEqual(before);
    await until(() => agents().length === 0);
  });

  testInAll('measures two ELF files in turns, and rejects one for another machine', async () => {
    const { out } = await call('build --target ID --json', shared);
    const { images } = JSON.parse(out) as { images: readonly { folder: string }[] };
    const elf = join(images[0]?.folder ?? '', 'agent.elf');
    const options = '--target ID --bench heap/malloc --iterations 200 --repeat 2 --most 2 --json';
    const compared = await call(`compare --interleave ${elf} ${elf} ${options}`);
    expect(JSON.parse(compared.out)).toMatchObject({
      columns: [{ source: 'measured' }, { source: 'measured' }],
      operations: [
        { name: 'heap/malloc', outcomes: [{ kind: 'judged', figures: { runs: [2, 2] } }] },
      ],
    });
    expect(readdirSync(workspace.runs).filter((name) => !name.startsWith('.'))).toHaveLength(2);
    const restore = server.pretend('uname', '[ "$1" = -s ] && echo Linux || echo aarch64');
    const other = await call(`run --target ID --elf ${elf} --bench heap/malloc`);
    restore();
    expect(other.err).toMatch(/is for ELF machine \d+, and 127\.0\.0\.1 needs \d+/);
  });

  testInAll('stores a profile with the kernel, and reports a refusal of perf', async () => {
    const sampled = '--target ID --bench thread/create';
    const measured = await call(`run ${sampled} --iterations 200 --repeat 1 --profile`);
    expect([measured.code, measured.err]).toEqual([0, expect.stringContaining('Sampling thread')]);
    expect(readKeptRecord().passes[0]?.facts['sampling_rate']).toMatch(/^[1-9]\d*$/);
    const { out } = await call('profile latest --top 1000 --json');
    const { operations } = JSON.parse(out) as { operations: readonly SampledOperation[] };
    const total = operations[0]?.functions.find(({ name }) => name === 'copy_process')?.total;
    expect(total).toBeGreaterThan(0.2);
    const restore = server.pretend(
      'perf',
      'echo "No permission to enable cpu-clock event." >&2; exit 255',
    );
    const refused = await call(`sample ${sampled} --seconds 1`);
    restore();
    expect(refused.err).toMatch(/perf cannot sample on 127\.0\.0\.1: No permission to enable/);
  });

  testInAll('streams half a million samples without losses', async () => {
    await call('run --target ID --repeat 1 --bench context_switch');
    const [pass] = readKeptRecord().passes;
    if (!pass?.facts['sched']?.startsWith('SCHED_FIFO')) return;
    expect(pass.operations[0]).toMatchObject({ status: 'ok', problems: [] });
    expect(pass.operations[0]?.decoded).toBe(pass.operations[0]?.attempted);
    expect(pass.operations[0]?.decoded).toBeGreaterThan(500_000);
  });

  test('killed here, leaves nothing running there', async () => {
    const run = start('run --target ID --repeat 1 --bench context_switch --iterations 100000000');
    await untilMeasuring(workspace);
    run.kill('SIGKILL');
    await run.ended;
    await until(() => agents().length === 0 && remains().length === 0);
  });

  test('disconnected in the middle, is kept as incomplete', async () => {
    const run = start('run --target ID --repeat 1 --bench context_switch --iterations 100000000');
    await untilMeasuring(workspace);
    server.cut();
    const { code, err } = await run.ended;
    await server.restart();
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('The connection to 127.0.0.1 was lost'),
    ]);
    expect(readKeptRecord().status).toBe('incomplete');
    expect(readKeptRecord().passes[0]?.operations[0]?.decoded).toBeGreaterThan(8000);
    await until(() => agents().length === 0 && remains().length === 0);
  });
});

describe('failures', () => {
  const failing = async (line: string) => {
    const { code, err } = await call(line);
    expect(code).toBe(1);
    const isKept = existsSync(workspace.runs) && readdirSync(workspace.runs).length > 0;
    expect(isKept).toBe(false);
    await until(() => remains().length === 0);
    return err;
  };

  testInAll('a different host key', async () => {
    await call('list --target ID');
    await server.changeHostKey();
    const err = await failing('run --target ID');
    expect(err).toMatch(/host key of .* has changed[\s\S]*ssh-keygen -R/);
    server.forgetHostKey();
  });

  test('a rejected login', async () => {
    server.refuseLogins(true);
    const err = await failing('run --target ID');
    server.refuseLogins(false);
    expect(err).toMatch(/refused the login[\s\S]*ssh-copy-id/);
  });

  test('a host that does not answer', async () => {
    const err = await failing('run --target ssh://127.0.0.1:1');
    expect(err).toMatch(/no SSH server answers/);
  });

  testInAll('a processor without an agent', async () => {
    const restore = server.pretend('uname', 'echo riscv64');
    const err = await failing('run --target ID');
    restore();
    expect(err).toMatch(/riscv64.*for which there is no agent/);
  });

  testInAll('a C library that is older than the agent needs', async () => {
    const restore = server.pretend('getconf', 'echo glibc 2.17');
    const err = await failing('run --target ID');
    restore();
    expect(err).toMatch(/needs glibc 2\.\d+ or newer, and 127\.0\.0\.1 has 2\.17/);
    expect(err).toMatch(/cyclescope build --static --target ssh:/);
  });

  testInAll('a full disk', async () => {
    rmSync(server.cache, { recursive: true });
    const restore = server.pretend(
      'cat',
      'echo "cat: write error: No space left on device" >&2; exit 1',
    );
    const err = await failing('run --target ID');
    restore();
    expect(err).toMatch(/disk of 127\.0\.0\.1 is full/);
    expect(readdirSync(server.cache)).toEqual([]);
  });

  test('an invalid address', async () => {
    const { code, err } = await call('run --target ssh://');
    expect([code, err]).toEqual([2, expect.stringContaining('ssh://user@host:port')]);
  });
});
