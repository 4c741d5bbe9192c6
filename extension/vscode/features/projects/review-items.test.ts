import { describe, expect, it } from 'vitest';
import type { Project } from '../../../projects/edit/project';
import { english } from '../testing-view/testing/examples';
import { copyText, reviewItems } from './review';

const project: Project = {
  kind: 'zephyr',
  folder: '/w/blinky',
  title: 'Zephyr application "blinky"',
  sources: ['prj.conf'],
  facts: [
    { question: 'board', value: 'mps2/an385', source: 'build/CMakeCache.txt' },
    { question: 'board', value: 'mimxrt1050_evk', source: 'build-rt/CMakeCache.txt' },
    { question: 'version', value: '3.7.1', source: '../zephyr/VERSION' },
  ],
  gaps: [{ what: 'No toolchain is set', remedy: 'Set one.' }],
  hasAgent: false,
};
const change = { title: 'Add it', folder: '/w/blinky', files: [], remarks: ['A remark.'] };
const words = { make: 'Add the agent', leave: 'Leave it', detail: 'CMakeLists.txt' };

const labels = (answers = {}) =>
  reviewItems(project, { change, answers }, words, english).map(({ label, description = '' }) =>
    `${label} ${description}`.trim(),
  );

describe('the items beside a change', () => {
  it('start with the two answers, and list remarks and sources', () => {
    expect(labels({ board: 'mps2/an385' })).toEqual([
      '$(check) Add the agent',
      '$(close) Leave it',
      'Good to know',
      '$(info) A remark.',
      '$(info) No toolchain is set. Set one.',
      'Found',
      'Zephyr application "blinky" prj.conf',
      '3.7.1 version · ../zephyr/VERSION',
      'mps2/an385 board · build/CMakeCache.txt',
      'mimxrt1050_evk board · build-rt/CMakeCache.txt · not used',
    ]);
  });

  it("list a user's answer that no file has", () => {
    expect(labels({ board: 'frdm_k64f' })).toContain('frdm_k64f board · your answer');
  });

  it('have only two that do something', () => {
    const items = reviewItems(project, { change, answers: {} }, words, english);
    expect(items.flatMap(({ action }) => action ?? [])).toEqual(['make', 'leave']);
  });
});

it.each([
  [{ added: 148, changed: 0, removed: 0, bytes: 344_153 }, 'files added: 148, 344 KB'],
  [
    { added: 1, changed: 2, removed: 3, bytes: 10 },
    'files added: 1, 10 B, files changed: 2, files removed: 3',
  ],
  [{ added: 0, changed: 0, removed: 0, bytes: 0 }, ''],
])('the copy %j is shown as "%s"', (count, text) => {
  expect(copyText(count, english)).toBe(text);
});
