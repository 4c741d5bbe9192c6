import type { RttPlace } from '../rtt-link/channels';
import type { Traffic } from '../rtt-link/traffic';
import { TargetError, type TargetLink } from '../target';
import { explain } from './failures';
import { awaitAgent, startAfresh } from './machine';
import type { Qmp } from './qmp';

interface Parts {
  readonly traffic: Traffic;
  readonly qmp: Qmp;
  readonly place: RttPlace;
  /** Aborted when the emulator is gone. */
  readonly life: AbortSignal;
  readonly close: () => Promise<void>;
}

/** The open link to an emulator that runs an agent. */
export function createLink({ traffic, qmp, place, life, close }: Parts): TargetLink {
  let closing: Promise<void> | undefined;
  const explained = async (what: string, act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      throw await explain(error, life, 'target-gone', what);
    }
  };
  const { sendLine, nextLine, onStream, drain, stall } = traffic;
  return {
    sendLine,
    nextLine,
    onStream,
    drain,
    stall,
    pause: () =>
      explained('The core did not stop', async () => {
        await qmp.execute('stop');
        traffic.rest();
      }),
    resume: () =>
      explained('The core did not go on', async () => {
        await qmp.execute('cont');
        traffic.wake();
      }),
    restart: () =>
      explained('The agent did not start afresh', async () => {
        traffic.detach();
        await startAfresh(qmp, place);
        traffic.attach(await awaitAgent(place, life));
      }),
    close: () => {
      traffic.fail(new TargetError('target-gone', 'The link was closed'));
      closing ??= close();
      return closing;
    },
  };
}
