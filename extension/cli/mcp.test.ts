import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { bench } from '../engine/testing/benches';
import { fakeAgent } from '../engine/testing/fake-agent';
import { fakeTarget, putImage } from '../engine/testing/fake-target';
import { judgeChange } from '../tools/answers';
import { callTool } from '../tools/call';
import { tools } from '../tools/descriptions';
import { makeToolWorkspace } from './commands/mcp';
import { newLineLimit, newServer } from './commands/mcp/server';
import { call, fakeContext } from './testing/context';

const benches = [bench('heap', 'malloc'), bench('heap', 'free')];
const { target } = fakeTarget(() => fakeAgent(benches));
const board = { ...target, id: 'board', deterministic: false };

let cwd: string;
const runs: string[] = [];
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'cli-mcp-'));
  await putImage(join(cwd, '.cyclescope', 'agent'), 'headline', benches);
  await symlink(tmpdir(), join(cwd, 'link'));
  await mkdir(join(cwd, 'inside'));
  await writeFile(join(cwd, 'inside', 'agent.elf'), '');
  for (let run = 0; run < 2; run++) {
    const done = await call(['run', '--target', 'fake', '--json'], { cwd, targets: [target] });
    runs.push((done.json() as { run: string }).run);
  }
});
afterAll(() => rm(cwd, { recursive: true }));

interface Reply {
  readonly id: unknown;
  readonly method?: string;
  readonly result?: {
    readonly protocolVersion?: string;
    readonly tools?: readonly { readonly name: string; readonly annotations: object }[];
    readonly content?: readonly { readonly text: string }[];
    readonly isError?: boolean;
  };
  readonly error?: { readonly code: number; readonly message: string };
}

function newClient(allowed: readonly string[] = []) {
  const replies: Reply[] = [];
  const context = fakeContext({ cwd, targets: [{ ...target, deterministic: true }, board] });
  const server = newServer({
    version: '1.2.3',
    send: (line) => void replies.push(JSON.parse(line) as Reply),
    call: (each) => callTool(each, makeToolWorkspace(context, new Set(allowed))),
  });
  const request = (method: string, params: object = {}, id: unknown = 1) =>
    server.receive(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  async function use(name: string, input: unknown = {}) {
    await request('tools/call', { name, arguments: input });
    const { content, isError } = replies.at(-1)?.result ?? {};
    const text = content?.[0]?.text ?? '';
    return { text, isError, value: isError === false ? (JSON.parse(text) as unknown) : undefined };
  }
  return { replies, server, request, use };
}

test.each([
  ['2025-11-25', '2025-11-25'],
  ['2025-06-18', '2025-06-18'],
  ['2026-07-28', '2025-11-25'],
  ['1999-01-01', '2025-11-25'],
])('a client that negotiates %s is answered in %s', async (wanted, spoken) => {
  const { request, replies } = newClient();
  await request('initialize', { protocolVersion: wanted, capabilities: {}, clientInfo: {} });
  expect(replies).toMatchObject([
    {
      id: 1,
      result: { protocolVersion: spoken, serverInfo: { name: 'cyclescope', version: '1.2.3' } },
    },
  ]);
});

describe('a client that names its version in each request', () => {
  const makeMeta = (version: string) => ({
    _meta: { 'io.modelcontextprotocol/protocolVersion': version },
  });

  it('discovers the supported versions, and gets results with their type', async () => {
    const { request, replies } = newClient();
    await request('server/discover', makeMeta('2026-07-28'));
    await request('tools/list', makeMeta('2026-07-28'));
    await request('tools/call', { name: 'list_targets', ...makeMeta('2026-07-28') });
    const resultType = 'complete';
    expect(replies).toMatchObject([
      { result: { resultType, supportedVersions: ['2026-07-28', '2025-11-25', '2025-06-18'] } },
      { result: { resultType, ttlMs: 3_600_000, cacheScope: 'private' } },
      { result: { resultType, isError: false } },
    ]);
  });

  it('learns the supported versions if it names another one', async () => {
    const { request, replies } = newClient();
    await request('tools/list', makeMeta('2031-01-01'));
    const data = { requested: '2031-01-01', supported: expect.arrayContaining(['2026-07-28']) };
    expect(replies).toMatchObject([{ error: { code: -32022, data } }]);
  });

  it('gets no types of results in a version that has none', async () => {
    const { request, replies } = newClient();
    await request('ping', makeMeta('2025-11-25'));
    await request('ping');
    expect(replies.map(({ result }) => result)).toEqual([{}, {}]);
  });
});

test('everything but measuring is read-only, and inputs are closed', async () => {
  const { request, replies } = newClient();
  await request('tools/list');
  const listed = replies[0]?.result?.tools ?? [];
  const writing = listed.filter(
    ({ annotations }) => !('readOnlyHint' in annotations && annotations.readOnlyHint === true),
  );
  expect(writing.map(({ name }) => name)).toEqual(['run_benchmarks']);
  expect(listed).toHaveLength(tools.length);
  for (const each of listed) {
    expect(each).toMatchObject({ inputSchema: { type: 'object', additionalProperties: false } });
  }
});

describe('tools', () => {
  it('list targets and benchmarks, by pages', async () => {
    const { use } = newClient();
    expect((await use('list_targets')).value).toMatchObject({
      targets: [{ id: 'fake' }, { id: 'board' }],
    });
    expect((await use('list_benchmarks', { target: 'fake' })).value).toMatchObject({
      total: 2,
      page: 1,
      pages: 1,
      items: [{ suite: 'heap', op: 'malloc' }, { op: 'free' }],
    });
    expect((await use('list_benchmarks', { target: 'fake', page: 2 })).value).toMatchObject({
      items: [],
    });
  });

  it('measure on emulated targets, and elsewhere only if a person allowed it', async () => {
    const { value } = await newClient().use('run_benchmarks', {
      target: 'fake',
      operations: ['heap/malloc'],
    });
    expect(value).toMatchObject({
      status: 'complete',
      operations: [{ suite: 'heap', op: 'malloc' }],
    });
    const refused = await newClient().use('run_benchmarks', { target: 'board' });
    expect(refused).toMatchObject({
      isError: true,
      text: 'Coding agents may not use board: it is not emulated. A person allows it with cyclescope mcp --allow board.',
    });
    const { text } = await newClient(['board']).use('run_benchmarks', { target: 'board' });
    expect(text).not.toContain('may not use');
  });

  it('answer whether a change made it faster, with evidence', async () => {
    const { use } = newClient();
    const { value } = await use('compare_runs', { before: runs[0], after: runs[1] });
    expect(value).toMatchObject({
      faster: 'no',
      counts: {
        improved: 0,
        regressed: 0,
        changed: 0,
        withinLayout: 0,
        unchanged: 2,
        undecided: 0,
      },
      evidence: [{ name: 'heap/malloc', verdict: 'unchanged' }, { name: 'heap/free' }],
      more: 0,
    });
  });

  it.each([
    ['improved,unchanged', 'yes', { improved: 1, unchanged: 1 }],
    ['improved,undecided', 'yes', { improved: 1, undecided: 1 }],
    ['improved,regressed', 'no', { improved: 1, regressed: 1 }],
    ['regressed,undecided', 'no', { regressed: 1, undecided: 1 }],
    ['unchanged', 'no', { unchanged: 1 }],
    ['changed', 'no', { changed: 1, unchanged: 0 }],
    ['within layout', 'no', { withinLayout: 1, unchanged: 0 }],
    ['unchanged,undecided', 'not enough data', { unchanged: 1, undecided: 1 }],
    ['inconclusive', 'not enough data', { undecided: 1 }],
    ['', 'not enough data', { unchanged: 0, undecided: 0 }],
  ])('verdicts "%s" mean %s', (verdicts, faster, counts) => {
    const operations = verdicts.split(',').map((verdict) => {
      const outcomes = verdict === '' ? [{ kind: 'none', why: 'other units' }] : [{ verdict }];
      return { name: 'heap/malloc', outcomes };
    });
    expect(judgeChange({ operations })).toMatchObject({ faster, counts });
  });

  it('show the figures of a run', async () => {
    const { value } = await newClient().use('show_report', { run: runs[0] });
    expect(value).toMatchObject({ status: 'complete', operations: { total: 2, pages: 1 } });
  });

  it.each([
    ['explain_slowest', { run: 'latest:fake' }, 'no traced recording'],
    ['show_profile', { run: 'latest:fake' }, 'has no profile. Profile it with cyclescope profile '],
    ['show_history', {}, ''],
    ['show_report', { run: 'nothing' }, 'There is no run "nothing"'],
    ['show_report', { run: '../..' }, '../.. is outside the workspace.'],
    ['show_report', { run: '/etc' }, '/etc is outside the workspace.'],
    ['show_report', { run: 'link' }, 'link is outside the workspace.'],
    ['run_benchmarks', { target: 'fake', elf: '../x.elf' }, 'is outside the workspace'],
    ['run_benchmarks', { target: '--allow-flash' }, 'may not use'],
    ['list_benchmarks', { target: 'ssh://root@192.0.2.1' }, 'may not use'],
    ['run_benchmarks', { target: 'fake', operations: ['--allow-flash'] }, '--allow-flash'],
    ['run_benchmarks', { target: 'fake', allowFlash: true }, 'no argument "allowFlash"'],
    ['run_benchmarks', { target: 'fake', iterations: 0 }, 'must be a whole number of at least 1'],
    ['run_benchmarks', { target: 'fake', iterations: 1e300 }, 'must be a whole number'],
    ['run_benchmarks', { target: ['fake'] }, 'target must be a text'],
    ['run_benchmarks', {}, 'target is missing'],
    ['list_benchmarks', { target: 'a\0b' }, 'target must be a text'],
    ['list_benchmarks', ['fake'], 'must be an object'],
    ['compare_runs', { before: 'latest', after: 'x', constructor: 1 }, 'no argument "constructor"'],
  ])('%s with %j is an error', async (name, input, message) => {
    const answer = await newClient().use(name, input);
    expect(answer.isError).toBe(true);
    expect(answer.text).toContain(message);
    expect(answer.text).not.toMatch(/ at .*\.ts:/);
  });
});

describe('a client that is not well-behaved', () => {
  it.each([
    ['{', -32700],
    ['\u0000\u0001', -32700],
    ['[]', -32600],
    ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600],
    ['null', -32600],
    ['5', -32600],
    ['{"id":1}', -32600],
    ['{"id":{},"method":"ping"}', -32600],
    ['{"id":null,"method":"ping"}', -32600],
    ['{"id":1,"method":"constructor"}', -32601],
    ['{"id":1,"method":"tools/call","params":{"name":"rm"}}', -32602],
    ['{"id":1,"method":"tools/call","params":7}', -32602],
    [`{"id":1,"method":"${'x'.repeat(1_100_000)}"}`, -32600],
  ])('that sends %.40s gets an error', async (line, code) => {
    const { server, replies } = newClient();
    await server.receive(line);
    expect(replies).toMatchObject([{ error: { code } }]);
  });

  it('that never ends a line fills no memory, and its next line is read', async () => {
    const limit = newLineLimit(8);
    for (const part of ['long', 'x'.repeat(100), 'er', '\n\nshort\nlast']) limit.write(part);
    limit.end();
    expect((await limit.toArray()).join('')).toBe('longxxxx\n\nshort\nlast');
  });

  it('that sends notifications and empty lines gets nothing', async () => {
    const { server, replies } = newClient();
    await server.receive('');
    await server.receive('{"method":"notifications/initialized"}');
    await server.receive('{"method":"notifications/cancelled","params":{"requestId":"x"}}');
    await server.receive('{"id":9,"result":{}}');
    expect(replies).toEqual([]);
  });

  it('that makes 1,000 calls at once gets an answer to each, and most are refused', async () => {
    const { request, replies } = newClient();
    const calls = Array.from({ length: 1000 }, (_, id) =>
      request('tools/call', { name: 'list_targets' }, id),
    );
    await Promise.all(calls);
    expect(new Set(replies.map(({ id }) => id)).size).toBe(1000);
    const refused = replies.filter(({ result }) => result?.isError === true);
    expect(refused).toHaveLength(1000 - 64 - 2);
  });
});
