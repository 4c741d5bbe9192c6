import type { CarriedTraffic } from '../rtt-link/carried';
import type { AgentChannels } from '../rtt-link/channels';
import { TargetError, type TargetLink } from '../target';
import { startAgent, type AgentBoard } from './agent';
import { examine } from './examine';
import { explain } from './failures';
import type { RttFacility } from './server';

interface Parts {
  readonly traffic: CarriedTraffic;
  readonly facility: RttFacility;
  readonly channels: AgentChannels;
  readonly board: AgentBoard;
  /** Resets the core and brings back what the image has in RAM. */
  readonly reload: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The open link to a board that runs an agent. */
export function createLink(parts: Parts): TargetLink {
  const { traffic, facility, board } = parts;
  let closing: Promise<void> | undefined;
  let { channels } = parts;
  const { server, session, witness } = board;
  const explained = async (what: string, act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      throw await explain(error, witness, 'target-gone', what);
    }
  };
  // A core that every look stops and lets run again cannot be kept standing.
  const whereItStands = (act: () => Promise<void>) =>
    facility === 'halting' ? () => Promise.resolve() : act;
  const { nextLine, onStream, stall, hush, looks } = traffic;
  return {
    ...{ nextLine, onStream, stall, hush, looks },
    sendLine: (line) => explained('The agent was not reached', () => traffic.sendLine(line)),
    drain: () => explained('The stream could not be read to its end', traffic.drain),
    disturbance: facility === 'halting' ? disturbanceOf(server.title) : undefined,
    pause: whereItStands(() =>
      explained('The core did not stop', async () => {
        session.expectStop();
        await server.halt(session);
        traffic.rest();
      }),
    ),
    resume: whereItStands(() =>
      explained('The core did not go on', async () => {
        await server.run(session);
        session.refuseStop();
        traffic.wake();
      }),
    ),
    restart: () =>
      explained('The agent did not start afresh', async () => {
        await traffic.detach();
        const started = await startAgent(board, parts.reload);
        ({ channels } = started);
        traffic.attach(started.carrier);
      }),
    diagnose: () => examine({ ...board, channels }),
    close: () => {
      traffic.fail(new TargetError('target-gone', 'The link was closed'));
      closing ??= parts.close();
      return closing;
    },
  };
}

function disturbanceOf(title: string): string {
  return `${title} reaches memory only while the core stands still: it was stopped again and again while it measured`;
}
