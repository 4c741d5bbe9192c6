import { setTimeout as sleep } from 'node:timers/promises';
import type { GuardedChild } from '../guardian/guardian';
import { TargetError } from '../target';
import { endOf } from './failures';
import { causeOf, lastWords, type ServerOutput } from './output';
import type { DebugServer } from './server';
import type { BoardSetup } from './setup';

interface Waiting {
  readonly server: DebugServer;
  readonly board: BoardSetup;
  readonly child: GuardedChild;
  readonly output: ServerOutput;
  readonly life: AbortSignal;
  readonly timeoutMs: number;
}

/** Waits until a server says that it is ready; rejects when it ends, gives up or says nothing in time. */
export async function awaitReady(waiting: Waiting): Promise<void> {
  const { server, life } = waiting;
  await firstWord(waiting);
  if (server.settleMs !== undefined) await sleep(server.settleMs, undefined, { signal: life });
}

function firstWord({ server, board, child, output, life, timeoutMs }: Waiting): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = () => {
      const words = lastWords(output.lines());
      reject(
        causeOf(server.causes, output.lines(), board) ??
          new TargetError(
            'start-failed',
            `${server.title} was not ready within ${timeoutMs / 1000} s`,
            words === '' ? 'It said nothing at all.' : `It said: ${words}`,
          ),
      );
    };
    const timer = setTimeout(late, timeoutMs);
    const over = () => clearTimeout(timer);
    const cancel = () => {
      over();
      reject(life.reason);
    };
    life.addEventListener('abort', cancel, { once: true });
    if (life.aborted) cancel();
    const finals = server.causes.filter(({ isFinal }) => isFinal === true);
    output.watch((line) => {
      const isReady = server.ready.test(line);
      const failure = isReady ? undefined : causeOf(finals, [line], board);
      if (!isReady && failure === undefined) return;
      over();
      if (failure === undefined) resolve();
      else reject(failure);
    });
    void child.ended.then((end) => {
      over();
      reject(endOf({ board, server, output }, end, 'start-failed'));
    });
  });
}
