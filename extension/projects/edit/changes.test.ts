import { describe, expect, test } from 'vitest';
import { changeToAdd } from './add';
import { changeToRemove } from './remove';
import { hashText, readSums } from './sdk';
import type { ProjectState } from './state';
import {
  after,
  requireChange,
  getGapText,
  project,
  SDK,
  makeSdkFiles,
  makeProjectState,
} from './testing/change';

const LISTS = 'cmake_minimum_required(VERSION 3.20)\nfind_package(Zephyr)\nproject(app)\n';
const ZEPHYR = project('zephyr');
const empty = makeProjectState({ 'CMakeLists.txt': LISTS });
const addAgent = (state = empty, sdk = SDK) => requireChange(changeToAdd(ZEPHYR, state, sdk));
const withAgent = (more: Readonly<Record<string, string>> = {}) =>
  makeProjectState({ ...after(empty, addAgent()), ...more });

test('adds the copy, its checksums, the configuration and the block', () => {
  const { files } = addAgent();
  expect(files.map(({ path, before }) => [path, before !== undefined])).toEqual([
    ['/w/app/cyclescope/a.c', false],
    ['/w/app/cyclescope/core/b.c', false],
    ['/w/app/cyclescope/SHA256SUMS', false],
    ['/w/app/cyclescope.conf', false],
    ['/w/app/CMakeLists.txt', true],
  ]);
  const sums = readSums(files[2]?.after ?? '');
  expect([...sums.keys()]).toEqual(['../cyclescope.conf', 'a.c', 'core/b.c']);
  expect(sums.get('a.c')).toBe(hashText('int a;\n'));
});

test('writes no path of this computer into a file', () => {
  for (const { after: text } of addAgent().files) expect(text).not.toContain('/w/app');
});

describe('line endings changed by version control or an editor', () => {
  const windows = Object.fromEntries(
    Object.entries(after(empty, addAgent())).map(([inside, text]) => [
      inside,
      text.replaceAll('\n', '\r\n'),
    ]),
  );

  test('do not count as a change of the user', () => {
    expect(addAgent(makeProjectState(windows)).files).toEqual([]);
    const change = requireChange(changeToRemove(ZEPHYR, makeProjectState(windows)));
    expect(change.remarks).toEqual([]);
    expect(after(makeProjectState(windows), change)).toEqual({
      'CMakeLists.txt': LISTS.replaceAll('\n', '\r\n'),
    });
  });
});

describe('a change of the user', () => {
  test('is kept and reported when the agent is updated or removed', () => {
    const state = withAgent({ 'cyclescope/a.c': 'int mine;\n', 'cyclescope/own.c': 'int own;\n' });
    const newer = makeSdkFiles('2.0.0', { 'a.c': 'int newer;\n' });
    const renewed = addAgent(state, newer);
    expect(renewed.remarks).toEqual(['cyclescope/a.c was changed here and is left unchanged.']);
    const then = makeProjectState(after(state, renewed));
    expect(then.files.get('cyclescope/a.c')).toBe('int mine;\n');
    expect(then.files.has('cyclescope/core/b.c')).toBe(false);
    const removed = requireChange(changeToRemove(ZEPHYR, then));
    expect(removed.remarks).toEqual([
      'cyclescope/a.c was changed here and stays.',
      'cyclescope/own.c is not from Cyclescope and stays.',
    ]);
    expect(after(then, removed)).toEqual({
      'CMakeLists.txt': LISTS,
      'cyclescope/a.c': 'int mine;\n',
      'cyclescope/own.c': 'int own;\n',
    });
  });

  test('in the configuration is left alone', () => {
    const conf = 'CONFIG_CYCLESCOPE=y\nCONFIG_CYCLESCOPE_RING=8192\n';
    const state = withAgent({ 'cyclescope.conf': conf });
    expect(addAgent(state).files).toEqual([]);
    const removed = requireChange(changeToRemove(ZEPHYR, state));
    expect(removed.remarks).toEqual(['cyclescope.conf was changed here and stays.']);
    expect(after(state, removed)['cyclescope.conf']).toBe(conf);
  });

  test('that turns the agent off in the configuration is reported', () => {
    const state = makeProjectState({
      'CMakeLists.txt': LISTS,
      'cyclescope.conf': '# CONFIG_CYCLESCOPE=y\n',
    });
    expect(getGapText(changeToAdd(ZEPHYR, state, SDK))).toContain(
      'does not set CONFIG_CYCLESCOPE=y',
    );
  });

  test('in the list of benchmarks survives an update, and is reported on removal', () => {
    const lists = (withAgent().files.get('CMakeLists.txt') ?? '').replace(
      'BENCHES)',
      'BENCHES\n a.c b.c)',
    );
    const state = withAgent({ 'CMakeLists.txt': lists });
    expect(addAgent(state).files).toEqual([]);
    const removed = requireChange(changeToRemove(ZEPHYR, state));
    expect(removed.remarks).toEqual(['The block listed benchmarks of yours: a.c b.c']);
    expect(after(state, removed)['CMakeLists.txt']).toBe(LISTS);
  });

  test('in the block prevents its update and its removal', () => {
    const lists = (withAgent().files.get('CMakeLists.txt') ?? '').replace(
      'list(APPEND',
      'list(PREPEND',
    );
    const state = withAgent({ 'CMakeLists.txt': lists });
    expect(addAgent(state).remarks).toEqual([
      'CMakeLists.txt, line 5: the block was edited by hand and is left unchanged.',
    ]);
    expect(getGapText(changeToRemove(ZEPHYR, state))).toContain('edited by hand (line 5');
  });
});

test('recognises a block of an older version, including its list', () => {
  const now = withAgent();
  const getLists = (state: ProjectState) => state.files.get('CMakeLists.txt') ?? '';
  const older = getLists(now).replace('# Benchmarks of your own', '# Your benchmarks');
  const plain = /# >>> cyclescope[^]*# <<< cyclescope/.exec(older)?.[0] ?? '';
  const listed = older.replace('set(CYCLESCOPE_BENCHES)', 'set(CYCLESCOPE_BENCHES mine.c)');
  const sums = (now.files.get('cyclescope/SHA256SUMS') ?? '').replace(
    /^(# The block in CMakeLists.txt: ).*$/m,
    (_, start: string) => start + hashText(plain),
  );
  const state = withAgent({ 'CMakeLists.txt': listed, 'cyclescope/SHA256SUMS': sums });
  expect(after(state, addAgent(state))['CMakeLists.txt']).toBe(
    getLists(now).replace('set(CYCLESCOPE_BENCHES)', 'set(CYCLESCOPE_BENCHES mine.c)'),
  );
  const removed = requireChange(changeToRemove(ZEPHYR, state));
  expect(after(state, removed)).toEqual({ 'CMakeLists.txt': LISTS });
  const unknown = withAgent({ 'CMakeLists.txt': older });
  expect(getGapText(changeToRemove(ZEPHYR, unknown))).toContain('edited by hand');
});

describe('refuses', () => {
  const block = withAgent().files.get('CMakeLists.txt') ?? '';

  test.each([
    ['half a block', LISTS.replace('project', '# >>> cyclescope\nproject'), 'do not form a pair'],
    ['two blocks', block + block, 'do not form a pair'],
    ['no separate line', 'set(A\n1) find_package(Zephyr)\n', 'no separate line'],
  ])('%s', (_, lists, what) => {
    expect(
      getGapText(changeToAdd(ZEPHYR, makeProjectState({ 'CMakeLists.txt': lists }), SDK)),
    ).toContain(what);
  });

  test('a file of the user in the place of one of ours', () => {
    const taken = makeProjectState({ 'CMakeLists.txt': LISTS, 'cyclescope/a.c': 'mine\n' });
    expect(getGapText(changeToAdd(ZEPHYR, taken, SDK))).toBe(
      'cyclescope/a.c already exists and is not from Cyclescope',
    );
    const binary = makeProjectState(
      { 'CMakeLists.txt': LISTS },
      { others: ['cyclescope/core/b.c'] },
    );
    expect(getGapText(changeToAdd(ZEPHYR, binary, SDK))).toContain('core/b.c');
  });

  test('a project with a gap, and a file with one', () => {
    const gap = { what: 'too old', remedy: '' };
    expect(getGapText(changeToAdd(project('zephyr', { gaps: [gap] }), empty, SDK))).toBe('too old');
    expect(getGapText(changeToAdd(ZEPHYR, { ...empty, gaps: [gap] }, SDK))).toBe('too old');
    expect(getGapText(changeToRemove(ZEPHYR, { ...empty, gaps: [gap] }))).toBe('too old');
  });

  test('removing an agent that is not there', () => {
    expect(getGapText(changeToRemove(ZEPHYR, empty))).toBe('The agent is not in this project');
  });
});

describe('plain CMake', () => {
  const lists = makeProjectState({
    'CMakeLists.txt': 'project(x)\nadd_executable(one a.c)\nadd_executable(two a.c)\n',
  });
  const facts = ['one', 'two'].map((value, index) => ({
    question: 'target' as const,
    value,
    source: `CMakeLists.txt:${index + 2}`,
  }));
  const two = project('cmake-freertos', { facts });

  test('asks for one of several targets, and never guesses', () => {
    expect(getGapText(changeToAdd(two, lists, SDK))).toBe(
      'The agent could be added to several CMake targets',
    );
    const change = requireChange(changeToAdd(two, lists, SDK, { target: 'two' }));
    expect(after(lists, change)['CMakeLists.txt']).toContain('cyclescope_add_to(two OS freertos ');
    expect(Object.keys(after(lists, change))).not.toContain('cyclescope.conf');
  });

  test('moves the agent to another target', () => {
    const first = makeProjectState(
      after(lists, requireChange(changeToAdd(two, lists, SDK, { target: 'one' }))),
    );
    const change = requireChange(changeToAdd(two, first, SDK, { target: 'two' }));
    expect(change.files.map(({ path }) => path)).toEqual(['/w/app/CMakeLists.txt']);
    expect(after(first, change)['CMakeLists.txt']).toContain('add_to(two ');
  });

  test('recognises a program for Linux', () => {
    const change = requireChange(changeToAdd(project('cmake-linux'), lists, SDK));
    expect(after(lists, change)['CMakeLists.txt']).toContain('cyclescope_add_to(app OS linux ');
  });
});

test.each([
  ['build/\n', []],
  ['cyclescope\n', ['cyclescope']],
  ['/cyclescope/\n!cyclescope\n', []],
  ['*.conf\n', ['cyclescope.conf']],
  ['[Bb]uild\n*.[\n[z-a]\n', []],
  ['# cyclescope\n\n*\n', ['cyclescope', 'cyclescope.conf']],
])('a .gitignore of %j hides %j', (text, paths) => {
  const { remarks } = addAgent(makeProjectState({ 'CMakeLists.txt': LISTS, '.gitignore': text }));
  expect(remarks).toEqual(
    paths.map((inside) => expect.stringContaining(`.gitignore excludes ${inside}:`)),
  );
});

test('handles Windows paths', () => {
  const change = requireChange(
    changeToAdd(project('zephyr', { folder: 'C:\\w\\app' }), empty, SDK),
  );
  expect(change.files[1]?.path).toBe('C:\\w\\app\\cyclescope\\core\\b.c');
});
