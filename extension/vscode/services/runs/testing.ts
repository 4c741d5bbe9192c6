import type { RunEntry } from '../../common/services';

/** A run for tests, which give only the facts that matter. */
export function exampleRun(facts: Partial<RunEntry> = {}): RunEntry {
  return {
    home: 'home',
    id: '20261101T100000Z-board-0001',
    folder: '/work/.cyclescope/runs/20261101T100000Z-board-0001',
    version: '1',
    name: undefined,
    target: { id: 'board', title: 'A board', deterministic: true },
    created: new Date('2026-11-01T10:00:00Z'),
    status: 'complete',
    imported: undefined,
    operations: 8,
    recordings: {},
    hasProfile: false,
    bytes: 1000,
    isBaseline: false,
    ...facts,
  };
}
