import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToolWorkspace } from '../../extension/cli/commands/mcp';
import { newServer } from '../../extension/cli/commands/mcp/server';
import { call, fakeContext } from '../../extension/cli/testing/context';
import { bench } from '../../extension/engine/testing/benches';
import { fakeAgent } from '../../extension/engine/testing/fake-agent';
import { fakeTarget, putImage } from '../../extension/engine/testing/fake-target';
import { targets } from '../../extension/targets';
import { callTool, type ToolName, tools } from '../../extension/tools';
import { toolCalls } from '../../extension/workers/tools/tools';

/* Coding agents get the same from `cyclescope mcp` and from the editor. */

interface Described {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
}

it('tools have one name, description and schema', async () => {
  let listed: readonly Described[] = [];
  const server = newServer({
    version: '1',
    send: (line) => {
      const { result } = JSON.parse(line) as { result: { tools: readonly Described[] } };
      listed = result.tools;
    },
    call: () => Promise.reject(new Error('no call')),
  });
  await server.receive('{"id":1,"method":"tools/list"}');
  const served = listed.map(({ name, description, inputSchema }) => {
    return { name, description, inputSchema };
  });
  const manifest = join(import.meta.dirname, '..', '..', 'package.json');
  const { contributes } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    contributes: { languageModelTools: readonly Record<string, unknown>[] };
  };
  const contributed = contributes.languageModelTools.map((tool) => ({
    name: String(tool['name']).replace(/^cyclescope_/, ''),
    description: tool['modelDescription'],
    inputSchema: tool['inputSchema'],
  }));
  expect(contributed).toEqual(served);
  expect(served).toHaveLength(tools.length);
});

describe('the answer of', () => {
  const benches = [bench('heap', 'malloc'), bench('heap', 'free')];
  const { target } = fakeTarget(() => fakeAgent(benches));
  let cwd: string;
  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'agent-tools-'));
    await putImage(join(cwd, '.cyclescope', 'agent'), 'headline', benches);
    for (let run = 0; run < 2; run++) {
      await call(['run', '--target', 'fake'], { cwd, targets: [target] });
    }
  });
  afterAll(() => rm(cwd, { recursive: true }));

  const signal = new AbortController().signal;
  const real = targets().filter(({ id }) => id === 'qemu-freertos-m7');
  const workspace = () =>
    makeToolWorkspace(fakeContext({ cwd, targets: [target, ...real] }), new Set());

  async function answers(name: ToolName, input: unknown) {
    const tool = tools.find((each) => each.name === name)!;
    const { runsFolder, images } = workspace();
    const mcp = await callTool({ tool, input, signal, onProgress: () => undefined }, workspace());
    const { run = '' } = mcp.isError ? {} : (JSON.parse(mcp.text) as { run?: string });
    const editor = await toolCalls.answer(
      {
        tool: name,
        input,
        cwd,
        runsFolder,
        images,
        targets: real.map(({ id }) => id),
        allowed: ['fake'],
        howToAllow: '',
        measured: { id: run, folder: join(runsFolder, run) },
      },
      { signal, report: () => undefined },
    );
    return { mcp, editor };
  }

  it.each<[ToolName, object]>([
    ['list_benchmarks', { target: 'qemu-freertos-m7' }],
    ['run_benchmarks', { target: 'fake', operations: ['heap/malloc'] }],
    ['run_benchmarks', { target: 'fake', flash: true }],
    ['run_benchmarks', { target: 'fake', elf: '../agent.elf' }],
    ['compare_runs', { before: 'latest~1', after: 'latest' }],
    ['explain_slowest', { run: 'latest' }],
    ['show_profile', { run: 'latest' }],
    ['show_history', {}],
    ['show_report', { run: 'latest' }],
    ['show_report', { run: '../..' }],
  ])('%s to %j is the same', async (name, input) => {
    const { mcp, editor } = await answers(name, input);
    expect(editor).toEqual(mcp);
  });
});
