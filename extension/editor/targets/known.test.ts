import { describe, expect, it } from 'vitest';
import { activeTarget, knownTargets } from './known';

const settings = (target: string, sshHosts: readonly string[] = []) => ({
  target,
  sshHosts: [...sshHosts],
});

describe('the targets of a home', () => {
  it('are the built-in ones and the machines that it names, each once', () => {
    const ids = knownTargets(settings('ssh://a', ['ssh://a', 'ssh://root@b:22', 'no address'])).map(
      ({ id }) => id,
    );
    expect(ids).toEqual(expect.arrayContaining(['qemu-freertos-m7', 'local-linux']));
    expect(ids.filter((id) => id.startsWith('ssh:'))).toEqual(['ssh://a', 'ssh://root@b:22']);
    expect(ids).not.toContain('no address');
  });

  it('differ between two homes', () => {
    const active = (own: ReturnType<typeof settings>) => activeTarget(own, undefined).id;
    expect(active(settings('local-linux'))).toBe('local-linux');
    expect(active(settings('ssh://board'))).toBe('ssh://board');
  });
});

describe('the active target', () => {
  it.each([
    ["is the user's pick", 'qemu-freertos-m7', 'local-linux', 'local-linux'],
    ["is the team's without a pick", 'local-linux', undefined, 'local-linux'],
    ["is the team's when the pick is no longer there", 'local-linux', 'ssh://gone', 'local-linux'],
    ['is the first when the setting names none', 'qemu-freertos', undefined, 'qemu-freertos-m7'],
  ])('%s', (_, target, picked, expected) => {
    expect(activeTarget(settings(target), picked).id).toBe(expected);
  });
});
