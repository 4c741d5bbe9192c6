import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readRunRecord } from '../../extension/runs/record/read';
import { testInAll } from '../everything';
import { readKernelSwitches } from './agent/kernel-switches';
import { listOwnLeftOvers, newWorkspace, startCli, until, type Workspace } from './cli-process';

const RUN = 'run --bench context_switch --iterations 200 --repeat 1 --trace --target';

let workspace: Workspace;
beforeEach(() => {
  workspace = newWorkspace();
});
afterEach(async () => {
  await until(() => listOwnLeftOvers(workspace).length === 0).catch(() => undefined);
  expect(listOwnLeftOvers(workspace)).toEqual([]);
  workspace.remove();
});

/** Runs once and returns the traced pass with its decoded recording. */
async function runTraced(target: string) {
  const { code, err } = await startCli(workspace, `${RUN} ${target}`).ended;
  expect([code, err]).toEqual([0, expect.anything()]);
  const names = readdirSync(workspace.runs).filter((name) => /^\d/.test(name));
  const folder = join(workspace.runs, names.sort().at(-1) ?? '');
  const { record } = readRunRecord(readFileSync(join(folder, 'run.json'), 'utf8'));
  const pass = record?.passes.find(({ build }) => build === 'traced');
  if (pass === undefined) throw new Error(`${folder} holds no traced pass`);
  return { pass, ...readKernelSwitches(readFileSync(join(folder, pass.recording))) };
}

describe('the kernel events of a traced run on Linux', () => {
  // `profiling-linux.test.ts` has twenty switches for `npm test`.
  testInAll('are the same in every run, and show both threads of a switch in turn', async () => {
    const first = await runTraced('qemu-linux-imx6ul');
    expect([first.pass.problems, first.problems]).toEqual([[], []]);
    // The cold execution is a separate block.
    const [, ...switches] = first.switches;
    const [[one], [other]] = switches as [number[], number[]];
    expect(one).not.toBe(other);
    expect(switches).toEqual(Array.from({ length: 200 }, (_, at) => [at % 2 === 0 ? one : other]));
    expect((await runTraced('qemu-linux-imx6ul')).stream.equals(first.stream)).toBe(true);
  });

  test('are listed among the facts, or the reason why there are none', async () => {
    const { pass, problems, switches } = await runTraced('local-linux');
    expect(problems).toEqual([]);
    expect(pass.facts['kernel_trace']).toMatch(
      switches.flat().length >= 200 ? /^sched_switch,irq(,local_timer)?$/ : /^not available: .+/,
    );
  });

  test.each(['local-linux', 'linux-armhf'])('cost nothing in the headline image of %s', (agent) => {
    const image = (build: string) => readFileSync(join('dist', 'agent', agent, build, 'agent.elf'));
    expect(image('traced').includes('sched_switch')).toBe(true);
    expect(image('headline').includes('sched_switch')).toBe(false);
  });
});
