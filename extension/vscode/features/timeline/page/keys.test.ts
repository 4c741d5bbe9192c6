import { describe, expect, it } from 'vitest';
import type { Info } from '../schemas';
import { newActions } from './actions';
import { keyActions } from './keys';
import { newQuestions } from './questions';
import { newState } from './state';

const info: Info = {
  lanes: ['a', 'b'].map((name, order) => ({
    kind: 'task',
    core: 0,
    id: order,
    name,
    priority: undefined,
    members: 1,
    busy: 0,
    order,
  })),
  cores: [],
  extent: { start: 0, stop: 100_000 },
  first: { start: 0, stop: 100_000 },
  clock: { unit: 'ns', name: '', ratio: [1, 1] },
  sysFreq: undefined,
  events: 10,
  lostPackets: 0,
  header: [],
  system: [],
  operations: [],
  problems: [],
  notices: [],
  loaded: { firstEvent: 0, events: 10, counted: 10, isWhole: true, bytesRead: 1, bytes: 1 },
};

function newKeys() {
  const asked: object[] = [];
  const state = newState(undefined);
  const questions = newQuestions((message) => asked.push(message));
  const actions = newActions(state, questions);
  state.info.value = info;
  state.view.value = { start: 40_000, stop: 50_000 };
  const been: string[] = [];
  const exits = {
    askForTime: () => been.push('time'),
    search: () => been.push('search'),
    leave: () => been.push('leave'),
  };
  const keys = keyActions(state, actions, exits);
  const press = (...names: string[]) => names.forEach((name) => keys[name]!());
  return { state, asked, been, press, actions, questions };
}

describe('the keys of the time line', () => {
  it('pan, zoom, go to the ends and show everything', () => {
    const { state, press } = newKeys();
    press('ArrowRight');
    expect(state.view.value).toEqual({ start: 41_000, stop: 51_000 });
    press('Home');
    expect(state.view.value).toEqual({ start: 0, stop: 10_000 });
    press('End');
    expect(state.view.value).toEqual({ start: 90_000, stop: 100_000 });
    press('-', '+');
    expect(state.view.value.stop - state.view.value.start).toBeCloseTo(10_000);
    press('f');
    expect(state.view.value).toEqual(info.extent);
  });

  it('zoom around the cursor while it is visible', () => {
    const { state, press, actions } = newKeys();
    actions.point(42_000, undefined);
    press('+');
    const { start, stop } = state.view.value;
    expect((42_000 - start) / (stop - start)).toBeCloseTo(0.2);
  });

  it('select lanes and hide them', () => {
    const { state, press } = newKeys();
    press('ArrowDown', 'ArrowDown');
    expect(state.lane.value).toBe(1);
    press('h');
    expect(state.shown.value).toEqual([0]);
  });

  it('go to the next event of the selected lane, starting from the one that was found', async () => {
    const { state, press, asked, questions } = newKeys();
    press('ArrowDown', 'n');
    expect(asked).toEqual([{ type: 'at', id: 0, ticks: 40_000 }]);
    questions.answer(0, { index: 5, running: [] });
    await new Promise(setImmediate);
    expect(asked[1]).toEqual({ type: 'neighbour', id: 1, lane: 0, from: 4, direction: 'forwards' });
    questions.answer(1, { index: 5, ticks: 70_000, core: 0, lane: 0, text: 'x' });
    await new Promise(setImmediate);
    expect(state.cursor.value).toBe(70_000);
    expect(state.view.value).toEqual({ start: 65_000, stop: 75_000 });
    press('p');
    expect(asked[2]).toMatchObject({ type: 'neighbour', from: 5, direction: 'backwards' });
  });

  it('drop the event when going to a time', () => {
    const { state, actions } = newKeys();
    actions.goToEvent({ index: 5, ticks: 70_000, core: 0, lane: 0, text: 'x' });
    expect(state.event.value?.index).toBe(5);
    expect(actions.goToText('20 µs')).toBe(true);
    expect([state.event.value, state.cursor.value]).toEqual([undefined, 20_000]);
    expect(actions.goToText('soon')).toBe(false);
  });

  it('measure between two positions of the cursor, and zoom there', () => {
    const { state, press, actions } = newKeys();
    actions.point(44_000, undefined);
    press('[');
    actions.point(43_000, undefined);
    press(']');
    expect(state.measured.value).toEqual({ start: 43_000, stop: 44_000 });
    press('z');
    expect(state.view.value).toEqual({ start: 42_900, stop: 44_100 });
  });

  it('dismiss one thing after the other with Escape', () => {
    const { state, press, actions } = newKeys();
    actions.point(44_000, undefined);
    press('[', 'm', 'Escape');
    expect([state.measured.value, state.isMeasuring.value]).toEqual([undefined, false]);
    expect(state.cursor.value).toBe(44_000);
    press('Escape');
    expect(state.cursor.value).toBeUndefined();
  });

  it('open the fields for a time and for a search', () => {
    const { been, press } = newKeys();
    press('g', '/');
    expect(been).toEqual(['time', 'search']);
  });
});
