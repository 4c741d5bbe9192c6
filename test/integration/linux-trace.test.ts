import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { decodeEvent } from '../../extension/agent/event-codec';
import { readRunRecord } from '../../extension/runs/record/read';
import { dataStart } from '../../extension/systemview/decoder';
import { EventId, FIRST_MODULE_EVENT } from '../../extension/systemview/ids';
import { forEachEvent, type StoredEvent } from '../../extension/systemview/store';
import { newBenchmarkDecoder } from '../../extension/engine/decode/file';
import { testInAll } from '../everything';
import { leftOver, newWorkspace, startCli, until, type Workspace } from './cli-process';

const RUN = 'run --bench context_switch --iterations 200 --repeat 1 --trace --target';

let workspace: Workspace;
beforeEach(() => {
  workspace = newWorkspace();
});
afterEach(async () => {
  await until(() => leftOver(workspace).length === 0).catch(() => undefined);
  expect(leftOver(workspace)).toEqual([]);
  workspace.remove();
});

/** Runs once and returns the traced pass with its decoded recording. */
async function traced(target: string) {
  const { code, err } = await startCli(workspace, `${RUN} ${target}`).ended;
  expect([code, err]).toEqual([0, expect.anything()]);
  const names = readdirSync(workspace.runs).filter((name) => /^\d/.test(name));
  const folder = join(workspace.runs, names.sort().at(-1) ?? '');
  const { record } = readRunRecord(readFileSync(join(folder, 'run.json'), 'utf8'));
  const pass = record?.passes.find(({ build }) => build === 'traced');
  if (pass === undefined) throw new Error(`${folder} holds no traced pass`);
  return { pass, ...understood(readFileSync(join(folder, pass.recording))) };
}

function understood(bytes: Buffer) {
  /** The clock's lead over the stream's time; it is read before the packet's time is. */
  let ahead = -Infinity;
  const decoder = newBenchmarkDecoder({
    store: true,
    onPacket: ({ id, payload, ticks }) => {
      const { value: event } = decodeEvent(id - FIRST_MODULE_EVENT, payload);
      if (event?.kind === 'flush') ahead = Math.max(ahead, event.clockTicks - ticks);
    },
  });
  decoder.push(bytes);
  const { streams } = decoder.finish();
  const starts: StoredEvent[] = [];
  for (const { store } of streams) {
    if (store === undefined) continue;
    forEachEvent(store, (event) => {
      if (event.id === EventId.TaskStartExec) starts.push({ ...event, ticks: event.ticks + ahead });
    });
  }
  const windows = decoder.collector.runs()[0]?.operations[0]?.traced;
  return {
    problems: [...streams.flatMap((stream) => stream.problems), ...decoder.collector.problems()],
    stream: bytes.subarray(dataStart(bytes)),
    /** Returns for each window the threads that start to run in it. */
    switches: Array.from(windows?.start ?? [], (start, index) => {
      const stop = windows?.stop[index] ?? start;
      const inside = starts.filter(({ ticks }) => ticks > start && ticks < stop);
      return inside.map(({ argument }) => argument);
    }),
  };
}

describe('the kernel events of a traced run on Linux', () => {
  test('show both threads of a context switch in turn', async () => {
    const first = await traced('qemu-linux-imx6ul');
    expect(first.pass.facts['kernel_trace']).toBe('sched_switch,irq');
    expect([first.pass.problems, first.problems]).toEqual([[], []]);
    expect(first.pass.stream).toMatchObject({ overflows: 0, lostPackets: 0 });

    // The cold execution is a separate block.
    const [, ...switches] = first.switches;
    const [[one], [other]] = switches as [number[], number[]];
    expect(one).not.toBe(other);
    expect(switches).toEqual(Array.from({ length: 200 }, (_, at) => [at % 2 === 0 ? one : other]));
  });

  testInAll('are the same in every run', async () => {
    const { stream } = await traced('qemu-linux-imx6ul');
    expect((await traced('qemu-linux-imx6ul')).stream.equals(stream)).toBe(true);
  });

  test('are listed among the facts, or the reason why there are none', async () => {
    const { pass, problems, switches } = await traced('local-linux');
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
