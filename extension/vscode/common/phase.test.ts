import { describe, expect, it } from 'vitest';
import { english, exampleProgress } from '../features/testing-view/testing/examples';
import { describePhase } from './phase';

const progress = (change: Parameters<typeof exampleProgress>[0]) =>
  describePhase({ kind: 'progress', progress: exampleProgress(change) }, english);

describe('the phase of a run', () => {
  it('shows how much of the agent is deployed', () => {
    expect(describePhase({ kind: 'deploy', done: 2036, total: 28920 }, english)).toBe(
      'Deploying the agent: 7 %',
    );
    expect(describePhase({ kind: 'deploy', done: 1, total: 2, rate: 43_210 }, english)).toBe(
      'Deploying the agent: 50 %, 43.2 kB/s',
    );
  });

  it('shows what is measured, in which pass and repeat', () => {
    expect(progress({})).toBe('Measuring heap/malloc: 1,200 of 2,000');
    expect(progress({ repeat: 2 })).toBe('Measuring heap/malloc, repeat 3: 1,200 of 2,000');
    expect(progress({ agent: 'B', repeat: 2 })).toBe(
      'Measuring heap/malloc (agent B), repeat 3: 1,200 of 2,000',
    );
    expect(progress({ build: 'traced' })).toBe('Tracing heap/malloc: 1,200 of 2,000');
  });

  it('shows that the target is in use', () => {
    expect(describePhase({ kind: 'waiting' }, english)).toBe('Waiting until the target is free');
  });

  it('shows that an image is built', () => {
    expect(describePhase({ kind: 'building' }, english)).toBe('Building the image');
  });

  it('is not changed by unrelated updates', () => {
    expect(progress({ isEnd: true })).toBeUndefined();
    expect(describePhase({ kind: 'message', text: 'Using an image' }, english)).toBeUndefined();
    expect(describePhase({ kind: 'quiet' }, english)).toBeUndefined();
  });
});
