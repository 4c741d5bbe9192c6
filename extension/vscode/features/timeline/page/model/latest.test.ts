import { describe, expect, it } from 'vitest';
import { newLatest } from './latest';

function newLog() {
  const log: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const ask = newLatest<string>(async (what, signal) => {
    log.push(`start ${what}`);
    signal.addEventListener('abort', () => log.push(`cancel ${what}`));
    await new Promise<void>((resolve, reject) =>
      ends.set(what, (error) => (error ? reject(error) : resolve())),
    );
  });
  const end = async (what: string, error?: Error) => {
    ends.get(what)!(error);
    await Promise.resolve().then(() => Promise.resolve());
    await new Promise(setImmediate);
  };
  return { log, ask, end };
}

describe('requests of a view', () => {
  it('have at most one in progress, and cancel it once when newer ones arrive', () => {
    const { log, ask } = newLog();
    for (const what of ['a', 'b', 'c', 'd']) ask(what);
    expect(log).toEqual(['start a', 'cancel a']);
  });

  it('send only the newest of those that waited', async () => {
    const { log, ask, end } = newLog();
    for (const what of ['a', 'b', 'c']) ask(what);
    await end('a');
    await end('c');
    expect(log).toEqual(['start a', 'cancel a', 'start c']);
  });

  it('continue after one that failed', async () => {
    const { log, ask, end } = newLog();
    ask('a');
    ask('b');
    await end('a', new Error('no'));
    expect(log).toEqual(['start a', 'cancel a', 'start b']);
  });
});
