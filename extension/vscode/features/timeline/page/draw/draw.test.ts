import { describe, expect, it } from 'vitest';
import type { TraceWindow } from '../../../../../trace/window';
import type { Lane } from '../../schemas';
import { barHeight, computeCoreLoad } from '../parts/overview';
import { barShare, laneVariables } from './palette';
import { countFilledRows } from './scene';

const lane = (kind: Lane['kind'], core = 0): Lane => ({
  kind,
  core,
  id: 0,
  name: kind,
  priority: undefined,
  members: 1,
  busy: 0,
  order: 0,
});

describe('drawing', () => {
  it('never hides anything that is there, and fills what is busy all the time', () => {
    expect(countFilledRows(0, 15)).toBe(0);
    expect(countFilledRows(1, 15)).toBe(2);
    expect(countFilledRows(255, 15)).toBe(15);
  });

  it('gives adjacent tasks different colours, and a kind always the same', () => {
    const variables = laneVariables([lane('interrupt'), lane('task'), lane('task')]);
    expect(variables[0]).toEqual(['--vscode-charts-red']);
    expect(variables[1]).not.toEqual(variables[2]);
  });

  it('draws waiting lower than working', () => {
    expect(barShare(lane('idle'))).toBeLessThan(barShare(lane('scheduler')));
    expect(barShare(lane('scheduler'))).toBeLessThan(barShare(lane('task')));
  });
});

describe('the load of the whole recording', () => {
  const window = (lanes: TraceWindow['lanes'], start: number[], stop: number[]): TraceWindow => ({
    start: 0,
    stop: 100,
    columns: 4,
    lanes,
    spans: {
      start: Float64Array.from(start),
      stop: Float64Array.from(stop),
      ref: new Uint32Array(start.length),
    },
    marks: {
      lane: new Uint16Array(),
      time: new Float64Array(),
      count: new Uint32Array(),
      event: new Uint32Array(),
    },
    gaps: {
      core: new Uint16Array(),
      start: new Float64Array(),
      stop: new Float64Array(),
      packets: new Uint32Array(),
    },
  });

  it('adds up bars and densities of all work, and leaves idle time out', () => {
    const shown = window(
      [
        { lane: 0, from: 0, to: 1, density: undefined },
        { lane: 1, from: 1, to: 1, density: Uint8Array.of(0, 0, 51, 255) },
        { lane: 2, from: 1, to: 2, density: undefined },
      ],
      [10, 0],
      [50, 100],
    );
    const load = computeCoreLoad(shown, [lane('task'), lane('interrupt'), lane('idle')]);
    expect([...load].map((value) => Number(value.toFixed(3)))).toEqual([0.6, 1, 0.2, 1]);
  });

  it('shows a little load, and never more than all', () => {
    expect([0, 1e-6, 0.5, 1.2].map((load) => barHeight(load, 30))).toEqual([0, 2, 15, 30]);
  });

  it('divides the load by the cores', () => {
    const shown = window([{ lane: 0, from: 0, to: 1, density: undefined }], [0], [100]);
    expect([...computeCoreLoad(shown, [lane('task'), lane('task', 1)])]).toEqual([
      0.5, 0.5, 0.5, 0.5,
    ]);
  });
});
