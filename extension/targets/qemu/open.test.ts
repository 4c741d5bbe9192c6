import { expect, test } from 'vitest';
import { newRestingCore } from './open';

function watchCore(answer: () => Promise<unknown>) {
  const commands: string[] = [];
  const execute = (command: string) => {
    commands.push(command);
    return answer();
  };
  return { core: newRestingCore({ execute }), commands };
}

test('a core that rests continues with the next line, and is then left alone', async () => {
  const { core, commands } = watchCore(async () => ({}));
  await core.wake();
  expect(commands).toEqual([]);
  await core.rest();
  await core.wake();
  await core.wake();
  expect(commands).toEqual(['stop', 'cont']);
});

test('a machine that is gone neither rests nor continues', async () => {
  const { core, commands } = watchCore(() => Promise.reject(new Error('gone')));
  await core.rest();
  await core.wake();
  expect(commands).toEqual(['stop']);
});

test('lines that come together all wait until the core continues', async () => {
  const order: string[] = [];
  const { core } = watchCore(async () => void order.push('answered'));
  await core.rest();
  await Promise.all([1, 2].map((line) => core.wake().then(() => order.push(`line ${line}`))));
  expect(order).toEqual(['answered', 'answered', 'line 1', 'line 2']);
});
