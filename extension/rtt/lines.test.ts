import { describe, expect, test } from 'vitest';
import { createLineQueue } from './lines';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('createLineQueue', () => {
  test('returns lines in order however they are split', async () => {
    const queue = createLineQueue();
    const third = ['ok ', 'he', 'llo\nok list\n', 'fact a="\u00b5', '"\nrest'];
    third.forEach((part) => queue.push(bytes(part)));
    expect([await queue.next(5), await queue.next(5), await queue.next(5)]).toEqual([
      'ok hello',
      'ok list',
      'fact a="\u00b5"',
    ]);
    await expect(queue.next(5)).rejects.toMatchObject({ code: 'agent-silent' });
  });

  test('serves readers in their order', async () => {
    const queue = createLineQueue();
    const both = Promise.all([queue.next(500), queue.next(500)]);
    queue.push(bytes('one\ntwo\n'));
    expect(await both).toEqual(['one', 'two']);
  });

  test('an aborted reader takes no line from the next', async () => {
    const queue = createLineQueue();
    await expect(queue.next(1)).rejects.toThrow('no control line for 1 ms');
    const next = queue.next(500);
    queue.push(bytes('line\n'));
    expect(await next).toBe('line');
  });

  test('a failure rejects readers once the queued lines are read', async () => {
    const queue = createLineQueue();
    const waiting = queue.next(500);
    queue.fail(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    queue.push(bytes('last words\n'));
    expect(await queue.next(5)).toBe('last words');
    await expect(queue.next(5)).rejects.toThrow('gone');
  });

  test('clear drops queued and partial lines', async () => {
    const queue = createLineQueue();
    queue.push(bytes('old\nhalf'));
    queue.clear();
    queue.push(bytes('new\n'));
    expect(await queue.next(5)).toBe('new');
  });
});
