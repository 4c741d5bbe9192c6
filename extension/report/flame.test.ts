import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { sumInstructions, joinProfiles, newProfile, type Profile } from '../profile';
import { exampleRunProfile } from '../profile/stored/testing';
import {
  toOneSample,
  buildExecution,
  buildFlame,
  buildFlameDifference,
  flameModelSchema,
} from './flame';

const { code, operations } = exampleRunProfile();
const profiles = operations.map((operation) => newProfile(operation.name, code, operation));

describe('a flame graph', () => {
  it.each(profiles)('of $name adds up to the raw samples, frame by frame', (profile) => {
    const { nodes, rows, functions, omitted } = buildFlame(profile);
    const total = sumInstructions(profile);
    const sum = (all: readonly { readonly self: number }[]) =>
      all.reduce((so, { self }) => so + self, 0);
    expect([nodes[0]?.total, sum(nodes), sum(rows), omitted]).toEqual([total, total, total, 0]);
    nodes.forEach(({ total: own, self }, at) => {
      const inside = nodes.filter(({ parent }) => parent === at);
      expect(inside.reduce((so, child) => so + child.total, self)).toBe(own);
    });
    const names = nodes.slice(1).map((node) => functions[node.function]?.name);
    expect(names).toContain('clock and loop');
  });

  it('keeps the most expensive frames if there are too many, and counts the rest', () => {
    const [profile] = profiles;
    if (profile === undefined) throw new Error('no profile');
    const whole = buildFlame(profile);
    const cut = buildFlame(profile, 3);
    expect(cut.nodes).toEqual(whole.nodes.slice(0, 3));
    expect(cut.omitted).toBe(whole.nodes.length - 3);
    const kept = cut.nodes.map(({ total }) => total);
    expect(Math.min(...kept)).toBeGreaterThanOrEqual(whole.nodes[3]?.total ?? Infinity);
  });

  it('links to the code of a function if the compiler names the header that declares it', () => {
    const [profile] = profiles;
    const place = (file: number) => {
      const functions = (profile?.functions ?? []).map((own) => ({ ...own, file }));
      const known = code.functions.map((own) => ({ ...own, file }));
      const files = ['/src/a.c', '/src/a.h'];
      if (profile === undefined) throw new Error('no profile');
      const shown = { ...profile, functions, code: { ...code, files, functions: known } };
      return buildFlame(shown).functions.find(({ name }) => name === 'take')?.at;
    };
    expect([place(0), place(1)]).toEqual(['/src/a.c:2', '/src/a.c:100']);
  });

  it('matches its schema, with the places of known functions', () => {
    const [model] = profiles.map((profile) => buildFlame(profile));
    expect(v.parse(flameModelSchema, structuredClone(model))).toEqual(model);
    const places = model?.functions.map(({ kind, at }) => [kind, at !== undefined]);
    expect(places).toContainEqual(['function', true]);
    expect(places).toContainEqual(['clock', false]);
  });
});

describe('the flame graph of one path', () => {
  const [, profile] = profiles as [Profile, Profile];

  it('has the costs of that path, in the order of its instructions', () => {
    expect(buildFlame(profile).paths).toEqual([
      { samples: 3, instructions: 11 },
      { samples: 1, instructions: 17 },
    ]);
    const { nodes, rows, samples, functions, omitted } = buildExecution(profile, 1);
    expect([samples, omitted, nodes[0]?.total]).toEqual([1, 0, 17]);
    expect(rows.reduce((sum, { self }) => sum + self, 0)).toBe(17);
    const inTime = nodes
      .slice(1)
      .sort((a, b) => (a.from ?? 0) - (b.from ?? 0) || b.total - a.total);
    expect(inTime.map((own) => [functions[own.function]?.name, own.from, own.total])).toEqual([
      ['clock and loop', 0, 1],
      ['give', 1, 9],
      ['copy', 3, 4],
      ['clock and loop', 10, 2],
      ['copy', 12, 4],
      ['clock and loop', 16, 1],
    ]);
    const model = buildExecution(profile, 0);
    expect(v.parse(flameModelSchema, structuredClone(model))).toEqual(model);
  });
});

describe('the flame graph of a run', () => {
  const joined = joinProfiles('all', code, profiles);

  it('has its operations as outermost frames, each executed once', () => {
    const model = toOneSample(buildFlame(joined), profiles.length);
    expect(v.parse(flameModelSchema, structuredClone(model))).toEqual(model);
    expect([model.samples, model.nodes[0]?.total, model.paths]).toEqual([1, 29.5, []]);
    const outer = model.nodes.filter(({ parent }) => parent === 0);
    expect(outer.map((own) => [model.functions[own.function]?.name, own.total])).toEqual([
      ['mutex/lock', 17],
      ['mutex/lock_again', 12.5],
    ]);
  });

  it('differs from another one by the sum of its operations', () => {
    const [first] = profiles as [Profile, Profile];
    const other = joinProfiles('all', code, [first, { ...first, name: 'mutex/lock_again' }]);
    const { samples, nodes } = toOneSample(buildFlameDifference(other, joined), 2);
    const [root] = nodes;
    expect([root?.before?.total, root?.total].map((total = 0) => total / samples)).toEqual([
      34, 29.5,
    ]);
  });
});

describe('layers', () => {
  const rename = <Named extends { readonly name: string }>(own: Named): Named => ({
    ...own,
    name: `v${own.name.replace(/^./, (a) => a.toUpperCase())}`,
  });
  const ofFreertos = ({ functions, code: own, ...profile }: Profile): Profile => ({
    ...profile,
    functions: functions.map(rename),
    code: { ...own, functions: own.functions.map(rename), files: ['/src/FreeRTOS/tasks.c'] },
  });
  const [before, after] = profiles.map(ofFreertos) as [Profile, Profile];

  it('add up to the sample, on both sides of a difference', () => {
    const { layers, samples, nodes } = buildFlame(before);
    expect(layers.reduce((sum, { self }) => sum + self, 0)).toBe(nodes[0]?.total);
    expect(layers.at(-1)?.layer).toBe('clock and loop');
    expect(buildFlame(profiles[0]!).layers).toEqual([]);
    const difference = buildFlameDifference(before, after);
    const sumLayers = (of: (layer: (typeof layers)[number]) => number | undefined) =>
      difference.layers.reduce((sum, layer) => sum + (of(layer) ?? 0), 0) / difference.samples;
    expect([sumLayers((own) => own.before), sumLayers(({ self }) => self)]).toEqual([17, 12.5]);
    expect(samples).toBe(4);
  });
});

describe('the difference of two flame graphs', () => {
  const [before, after] = profiles as [Profile, Profile];
  const model = buildFlameDifference(before, after);
  const each = (value = 0) => value / model.samples;
  const getName = (at: number) => model.functions[at]?.name;

  it('has the costs of both sides, frame by frame', () => {
    expect(v.parse(flameModelSchema, structuredClone(model))).toEqual(model);
    const [root, ...nodes] = model.nodes;
    expect([each(root?.before?.total), each(root?.total)]).toEqual([17, 12.5]);
    model.nodes.forEach(({ total, self, before: old, width = 0 }, at) => {
      const inside = model.nodes.filter(({ parent }) => parent === at);
      const sum = (of: (node: (typeof inside)[number]) => number | undefined, own = 0) =>
        inside.reduce((so, child) => so + (of(child) ?? 0), own);
      expect(sum((child) => child.total, self)).toBe(total);
      expect(sum((child) => child.before?.total, old?.self)).toBe(old?.total);
      expect(sum((child) => child.width, Math.max(self, old?.self ?? 0))).toBe(width);
    });
    const give = nodes.find((node) => getName(node.function) === 'give');
    expect([each(give?.before?.total), each(give?.total)]).toEqual([0, 2.25]);
  });

  it('lists functions by the size of their difference', () => {
    const [row] = model.rows;
    expect([getName(row?.function ?? -1), each(row?.before?.self), each(row?.self)]).toEqual([
      'enter_critical',
      2,
      0,
    ]);
  });

  it('of a profile and itself has the same on both sides', () => {
    for (const { before: old, self, total, calls } of buildFlameDifference(before, before).nodes)
      expect(old).toEqual({ self, total, calls });
  });
});
