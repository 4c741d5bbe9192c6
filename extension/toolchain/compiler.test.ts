import { expect, test } from 'vitest';
import { inParallel } from './compiler';

test('a failure is reported when nothing runs any more', async () => {
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  const ended: string[] = [];
  const work = async (item: string) => {
    if (item === 'slow') await isReleased;
    if (item === 'broken') {
      // Whoever reports the failure at once does so before the other has ended.
      setImmediate(release);
      throw new Error('It does not compile.');
    }
    ended.push(item);
  };
  const all = inParallel(['slow', 'broken', 'never begun'], work, 2);
  const endedBefore = await all.catch(() => [...ended]);
  expect(endedBefore).toEqual(['slow']);
  await expect(all).rejects.toThrow('It does not compile.');
});
