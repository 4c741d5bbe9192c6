import { strict as assert } from 'node:assert';
import { LanguageModelTextPart, lm } from 'vscode';
import { type ToolName, tools } from '../../../../extension/tools/descriptions';
import { toJsonSchema } from '../../../../extension/tools/input';
import { toolId } from '../../../../extension/vscode/contributions/tools';
import { cyclescope } from '../cyclescope';
import { emulators, folderNamed, listRuns } from '../firmware';

/** Calls a tool as an agent does. In tests the editor answers its own question before a call with yes. */
async function use(name: ToolName, input: object): Promise<Readonly<Record<string, unknown>>> {
  const { content } = await lm.invokeTool(toolId(name), { input, toolInvocationToken: undefined });
  const text = content.map((part) => (part instanceof LanguageModelTextPart ? part.value : ''));
  return JSON.parse(text.join('')) as Readonly<Record<string, unknown>>;
}

describe("coding agents' tools", () => {
  before(async () => {
    await cyclescope().activate();
  });

  it('are those of cyclescope mcp', () => {
    const ours = lm.tools.filter(({ name }) => name.startsWith('cyclescope_'));
    assert.deepEqual(
      ours.map(({ name, description, inputSchema }) => [name, description, inputSchema]),
      tools.map(({ name, about, members }) => [toolId(name), about, toJsonSchema(members)]),
    );
  });

  it('list, measure, compare and report', async () => {
    const target = 'qemu-freertos-m7';
    const { targets } = await use('list_targets', {});
    assert(Array.isArray(targets) && targets.some(({ id }: { id: string }) => id === target));
    const { total } = await use('list_benchmarks', { target });
    assert(Number(total) > 10);
    const before = listRuns(folderNamed()).length;
    const order = { target, operations: ['heap/free'], iterations: 50 };
    const [first, second] = [
      await use('run_benchmarks', order),
      await use('run_benchmarks', order),
    ];
    assert.equal(first['status'], 'complete');
    assert.equal(listRuns(folderNamed()).length, before + 2);
    const { faster } = await use('compare_runs', { before: first['run'], after: second['run'] });
    assert.equal(faster, 'no');
    const report = await use('show_report', { run: second['run'] });
    assert.equal(report['run'], second['run']);
  });

  it('refuse what an agent may not do, and start nothing', async () => {
    const before = listRuns(folderNamed());
    const refused = [
      ['run_benchmarks', { target: 'local-linux' }, /may not use local-linux/],
      ['run_benchmarks', { target: 'qemu-freertos-m7', flash: true }, /no argument "flash"/],
      ['show_report', { run: '/etc' }, /outside the workspace/],
      ['list_benchmarks', { target: 'ssh://root@192.0.2.1' }, /may not use ssh:/],
    ] as const;
    for (const [name, input, reason] of refused) await assert.rejects(use(name, input), reason);
    assert.deepEqual(listRuns(folderNamed()), before);
    assert.deepEqual(emulators(), []);
  });
});
