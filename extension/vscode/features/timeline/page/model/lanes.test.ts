import { describe, expect, it } from 'vitest';
import type { Lane } from '../../schemas';
import {
  chooseLanes,
  describeLane,
  findFirstRowBelow,
  HEADING_HEIGHT,
  LANE_HEIGHT,
  type LaneChoice,
  lanesBeside,
  layOutLanes,
  rowAt,
} from './lanes';

const lane = (name: string, more: Partial<Lane> = {}): Lane => ({
  kind: 'task',
  core: 0,
  id: 0,
  name,
  priority: undefined,
  members: 1,
  busy: 0,
  order: 0,
  ...more,
});

const lanes = [
  lane('net', { order: 3, busy: 10, priority: 5 }),
  lane('SysTick', { kind: 'interrupt', order: 1, busy: 5 }),
  lane('idle', { kind: 'idle', order: 4, busy: 100 }),
  lane('app', { order: 2, busy: 50, priority: 1 }),
];
const all: LaneChoice = { order: 'kind', filter: '', hidden: new Set() };
const names = (choice: Partial<LaneChoice>) =>
  chooseLanes(lanes, { ...all, ...choice }).map((number) => lanes[number]!.name);

describe('the choice of lanes', () => {
  it('sorts as requested', () => {
    expect(names({})).toEqual(['SysTick', 'app', 'net', 'idle']);
    expect(names({ order: 'busy' })).toEqual(['idle', 'app', 'net', 'SysTick']);
    expect(names({ order: 'name' })).toEqual(['app', 'idle', 'net', 'SysTick']);
    expect(names({ order: 'priority' })).toEqual(['SysTick', 'net', 'app', 'idle']);
  });

  it('omits what is hidden or does not match the filter', () => {
    expect(names({ hidden: new Set([2]) })).toEqual(['SysTick', 'app', 'net']);
    expect(names({ filter: ' NET' })).toEqual(['net']);
    expect(names({ filter: 'interrupt' })).toEqual(['SysTick']);
  });

  it('keeps cores together', () => {
    const two = [lane('a', { core: 1 }), lane('b'), lane('c', { core: 1 }), lane('d')];
    expect(chooseLanes(two, all)).toEqual([1, 3, 0, 2]);
  });

  it('describes a lane in words', () => {
    expect(describeLane(lane('x', { priority: 3, members: 12, core: 1 }))).toBe(
      'Task, priority 3, 12 activities in one lane, core 1',
    );
  });
});

describe('the layout of lanes', () => {
  const layout = layOutLanes(lanes, [1, 3, 0]);

  it('has no headings with one core', () => {
    expect(layout.rows.map(({ lane }) => lane)).toEqual([1, 3, 0]);
    expect(layout.height).toBe(3 * LANE_HEIGHT);
  });

  it('has a heading for each of several cores', () => {
    const two = layOutLanes([lane('a'), lane('b', { core: 1 })], [0, 1]);
    expect(two.rows.map(({ lane }) => lane)).toEqual([-1, 0, -1, 1]);
    expect(two.height).toBe(2 * LANE_HEIGHT + 2 * HEADING_HEIGHT);
  });

  it('finds the row at a height', () => {
    expect(rowAt(layout, 0)?.lane).toBe(1);
    expect(rowAt(layout, LANE_HEIGHT)?.lane).toBe(3);
    expect(rowAt(layout, 3 * LANE_HEIGHT)).toBeUndefined();
    expect(rowAt(layout, -1)).toBeUndefined();
    expect(findFirstRowBelow(layout, 1e6)).toBe(3);
  });

  it('moves from lane to lane and stops at the ends', () => {
    expect(lanesBeside(layout, undefined, 1)?.lane).toBe(1);
    expect(lanesBeside(layout, 1, 1)?.lane).toBe(3);
    expect(lanesBeside(layout, 0, 1)?.lane).toBe(0);
    expect(lanesBeside(layout, 3, -1)?.lane).toBe(1);
  });
});
