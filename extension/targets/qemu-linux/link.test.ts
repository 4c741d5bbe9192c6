import { expect, test } from 'vitest';
import { TargetError } from '../../base/failures';
import type { Guest } from './guest';
import { createBoardLink } from './kind';

/** A link to a board that answers every line with itself. */
function stage() {
  const starts: (readonly string[])[] = [];
  const ends: string[] = [];
  const log = { starts, ends, powerOff: (): void => undefined, closed: 0 };
  const link = createBoardLink({
    start: (lines): Guest => {
      starts.push(lines);
      const answers = [...lines];
      return {
        lines: { next: () => Promise.resolve(`ok ${answers.shift()}`) },
        getExecution: () => undefined,
        over: new Promise<void>((resolve) => (log.powerOff = resolve)),
        stall: () => undefined,
        end: (reason) => Promise.resolve(void ends.push(reason.code)),
      };
    },
    close: () => Promise.resolve(void log.closed++),
  });
  const ask = async (line: string) => {
    await link.sendLine(line);
    return link.nextLine(1);
  };
  return { link, log, ask };
}

test('runs all announced lines in a single boot', async () => {
  const { link, log, ask } = stage();
  link.announce?.(['hello', 'list', 'run heap']);
  expect([await ask('hello'), await ask('list'), await ask('run heap')]).toEqual([
    'ok hello',
    'ok list',
    'ok run heap',
  ]);
  expect(log.starts).toEqual([['hello', 'list', 'run heap']]);
});

test('boots once for each line that was not announced', async () => {
  const { log, ask } = stage();
  expect([await ask('hello'), await ask('list')]).toEqual(['ok hello', 'ok list']);
  expect(log.starts).toEqual([['hello'], ['list']]);
  expect(log.ends).toEqual(['target-gone']);
});

test('rejects a line other than the announced one', async () => {
  const { link, ask } = stage();
  link.announce?.(['hello', 'list']);
  await ask('hello');
  await expect(link.sendLine('run heap')).rejects.toMatchObject({
    code: 'bad-image',
    message: 'The board was started to execute "list" next, not "run heap"',
  });
});

test('only the last drain waits until the board powers off', async () => {
  const { link, log, ask } = stage();
  link.announce?.(['hello', 'run heap']);
  await link.drain();
  await ask('hello');
  await link.drain();
  await ask('run heap');
  let isDrained = false;
  const drained = link.drain().then(() => (isDrained = true));
  await Promise.resolve();
  expect(isDrained).toBe(false);
  log.powerOff();
  await drained;
});

test('a restart starts with the next announced line', async () => {
  const { link, log, ask } = stage();
  link.announce?.(['hello', 'list', 'run heap']);
  await ask('hello');
  await link.restart();
  link.announce?.(['hello', 'run heap']);
  await ask('hello');
  expect(log.starts[1]).toEqual(['hello', 'run heap']);
});

test('stop powers off, and so does close, once', async () => {
  const { link, log, ask } = stage();
  await ask('hello');
  await expect(link.sendLine('stop')).rejects.toMatchObject({ code: 'cancelled' });
  expect(log.ends).toEqual(['cancelled']);
  await ask('hello');
  await Promise.all([link.close(), link.close()]);
  expect([log.ends, log.closed]).toEqual([['cancelled', 'target-gone'], 1]);
  await expect(link.sendLine('hello')).rejects.toBeInstanceOf(TargetError);
  await expect(link.nextLine(1)).rejects.toMatchObject({ code: 'target-gone' });
});
