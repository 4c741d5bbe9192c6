import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AgentImage } from '../../extension/agent/manifest';
import { compareColumns } from '../../extension/compare/compare';
import { exampleColumn } from '../../extension/compare/testing';
import { newBenchmarkDecoder } from '../../extension/engine/decode/file';
import { mean } from '../../extension/runs/published/derived';
import { summarise } from '../../extension/runs/record/summarise';
import { FREERTOS_M7 } from '../../extension/targets/qemu/machines';
import { openLogged } from './agent/execution-log';
import { functionsAt, windowsInLog } from './agent/execution-windows';
import { ask } from './agent/measured';
import { isEverything } from '../everything';
import { startCli, workspaceForEach } from './cli-process';

const LAYOUTS = 4;
const workspace = workspaceForEach();

interface LayoutRun {
  readonly folder: string;
  readonly operations: readonly {
    readonly op: string;
    readonly layouts: { readonly images: number; readonly low: number; readonly high: number };
  }[];
}

async function runLayouts(): Promise<LayoutRun> {
  const line = `run --target ${FREERTOS_M7.target} --bench mutex --iterations 100 --layouts ${LAYOUTS} --json`;
  const { code, out, err } = await startCli(workspace, line).ended;
  expect(code, err).toBe(0);
  return JSON.parse(out) as LayoutRun;
}

/** An image and its other layouts, as the run has left them. */
function readImages({ folder }: LayoutRun): readonly AgentImage[] {
  const { passes } = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as {
    passes: readonly { layouts: readonly { image: { sha256: string } }[] }[];
  };
  const known = passes[0]?.layouts.map(({ image }) => image.sha256) ?? [];
  const agents = join(import.meta.dirname, '../../dist/agent', FREERTOS_M7.target);
  return known.map((sha256, at) => {
    const path = join(agents, `layout-${at + 1}`, 'agent.elf');
    const text = readFileSync(join(agents, `layout-${at + 1}`, 'manifest.json'), 'utf8');
    const manifest = JSON.parse(text) as AgentImage['manifest'];
    expect(manifest.sha256).toBe(sha256);
    return { manifest, path, elf: readFileSync(path) };
  });
}

/*
 * A model, not a core: flash is read in lines of 16 bytes, the two latest lines are kept, and each other
 * one makes the core wait for five cycles. It only shows that a band is found where there is one.
 */
const LINE_BYTES = 16;
const KEPT_LINES = 2;
const WAIT_CYCLES = 5;

function modelCycles(addresses: Uint32Array): number {
  let kept: number[] = [];
  let waits = 0;
  for (const address of addresses) {
    const line = Math.floor(address / LINE_BYTES);
    if (!kept.includes(line)) waits += 1;
    kept = [line, ...kept.filter((each) => each !== line)].slice(0, KEPT_LINES);
  }
  return addresses.length + waits * WAIT_CYCLES;
}

/** The samples of an operation by the model, from QEMU's log of what the image executes. */
async function modelSamples(image: AgentImage): Promise<readonly number[]> {
  const agent = await openLogged(image, FREERTOS_M7);
  try {
    const decoder = newBenchmarkDecoder();
    agent.link.onStream((bytes) => decoder.push(bytes));
    const log = await agent.logExecution(async () => {
      await ask(agent.link, 'run mutex op=pair n=20');
      await agent.link.drain();
    });
    const { sample, batch } = decoder.collector.runs().at(-1)?.operations[0]?.series ?? {};
    const [samples = 0, batches = 0] = [sample?.ticks.length, batch?.ticks.length];
    const functions = functionsAt(image.path, log.addresses);
    const windows = windowsInLog(functions, log).slice(-samples - batches);
    return windows
      .slice(0, samples)
      .map((closed) => modelCycles(closed.at(-1)?.addresses ?? new Uint32Array()));
  } finally {
    await agent.close();
  }
}

/** A run on the model: its samples by those of the first image, its layouts by those of the others. */
function modelColumn([own = [], ...layouts]: readonly (readonly number[])[]) {
  const makeColumn = (samples: readonly number[]) =>
    exampleColumn({
      operations: [{ name: 'mutex/pair', runs: Array.from({ length: 5 }, () => samples) }],
      unit: 'cycles',
    });
  const column = makeColumn(own);
  const [pass] = column.record.passes;
  const others = layouts.flatMap((samples) => makeColumn(samples).record.passes);
  const passes = pass ? [{ ...pass, layouts: others }] : [];
  return { ...column, record: { ...column.record, passes } };
}

test.skipIf(!isEverything)(
  'layouts change no emulated figure, but those of a model of flash with wait states',
  async () => {
    const run = await runLayouts();
    expect(run.operations.map(({ op }) => op)).toEqual(['lock', 'unlock', 'pair']);
    for (const { layouts } of run.operations) {
      expect(layouts).toMatchObject({ images: LAYOUTS, low: layouts.high });
    }

    const modelled: (readonly number[])[] = [];
    for (const image of readImages(run)) modelled.push(await modelSamples(image));
    const column = modelColumn(modelled);
    const band = summarise(column.record)[0]?.layouts;
    expect(band?.images).toBe(LAYOUTS - 1);
    expect(band?.high).toBeGreaterThan((band?.low ?? 0) * 1.02);

    const [own = [], ...others] = modelled;
    const distance = (samples: readonly number[]) => Math.abs(mean(samples) - mean(own));
    const [farthest = []] = others.toSorted((one, other) => distance(other) - distance(one));
    const judgeSamples = (samples: readonly number[]) =>
      compareColumns([column, modelColumn([samples])]).operations[0]?.outcomes[0];
    expect(judgeSamples(farthest)).toMatchObject({ verdict: 'within layout' });
    expect(judgeSamples(farthest.map((value) => value * 2))).toMatchObject({
      verdict: 'regressed',
    });
  },
);
