import { describe, expect, it } from 'vitest';
import type { BoardSetup } from '../../../targets/setup';
import { activeTarget, listKnownTargets } from './targets';

const settings = (target: string, sshHosts: readonly string[] = []) => ({
  target,
  sshHosts: [...sshHosts],
});

const boards: readonly BoardSetup[] = [
  { id: 'launch:a "b"', title: 'a board', source: 'launch.json', namesPrograms: false, gaps: [] },
];

describe('the targets of a home', () => {
  it('are the built-in ones and the machines that it names, each once', () => {
    const own = settings('ssh://a', ['ssh://a', 'ssh://root@b:22', 'no address']);
    const ids = listKnownTargets({ settings: own, boards: [], picked: undefined }).map(
      ({ id }) => id,
    );
    expect(ids).toEqual(expect.arrayContaining(['qemu-freertos-m7', 'local-linux']));
    expect(ids.filter((id) => id.startsWith('ssh:'))).toEqual(['ssh://a', 'ssh://root@b:22']);
    expect(ids).not.toContain('no address');
  });

  it('list boards first, as values that can be sent to a thread', () => {
    const sources = { settings: settings('local-linux'), boards, picked: undefined };
    const [found] = listKnownTargets(sources);
    expect(structuredClone(found?.board)).toEqual(boards[0]);
  });

  it('differ between two homes', () => {
    const active = (own: ReturnType<typeof settings>) =>
      activeTarget({ settings: own, boards: [], picked: undefined }).id;
    expect(active(settings('local-linux'))).toBe('local-linux');
    expect(active(settings('ssh://board'))).toBe('ssh://board');
  });
});

describe('the active target', () => {
  it.each([
    ["is the user's pick", 'qemu-freertos-m7', 'local-linux', 'local-linux'],
    ["is the team's without a pick", 'local-linux', undefined, 'local-linux'],
    ["is the team's when the pick is no longer there", 'local-linux', 'ssh://gone', 'local-linux'],
    ['may be a board', 'local-linux', 'launch:a "b"', 'launch:a "b"'],
    ['may be a server that runs already', 'gdb://h:1', undefined, 'gdb://h:1'],
    ['stays a board that is gone', 'local-linux', 'launch:gone', 'launch:gone'],
    [
      'is the first that is built in when the setting names none',
      'qemu-freertos',
      undefined,
      'qemu-freertos-m7',
    ],
    ['may be a board that the team names', 'board:gone', undefined, 'board:gone'],
  ])('%s', (_, target, picked, expected) => {
    expect(activeTarget({ settings: settings(target), boards, picked }).id).toBe(expected);
  });

  it('is listed with what is missing if it is a board that is gone', () => {
    const sources = { settings: settings('local-linux'), boards, picked: 'launch:gone' };
    const listed = listKnownTargets(sources).filter(({ id }) => id === 'launch:gone');
    expect(listed.map(({ board }) => board?.gaps.length)).toEqual([1]);
    const ids = listKnownTargets({ ...sources, picked: 'local-linux' }).map(({ id }) => id);
    expect(ids).not.toContain('launch:gone');
  });
});
