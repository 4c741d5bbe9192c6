import {
  access,
  type Access,
  type Channel,
  findChannel,
  type Found,
  type Memory,
  readControlBlock,
  type Region,
} from '../block';

/** The three channels of an agent. */
export interface AgentChannels {
  readonly controlUp: Channel;
  readonly controlDown: Channel;
  readonly stream: Channel;
}

/** Where an agent's control block is expected, and where its buffers may lie. */
export interface RttPlace {
  readonly memory: Memory;
  readonly address: number;
  readonly ram: Region;
}

export const CONTROL_CHANNEL = 'cyclescope';
export const STREAM_CHANNEL = 'SysView';

/** Finds an agent's channels by name; the problem is a sentence while they are not all there. */
export function findAgentChannels({ memory, address, ram }: RttPlace): Found<AgentChannels> {
  return access(memory, agentChannels(address, [ram]));
}

/** As `findAgentChannels`, over memory that is reached in any way. */
export function* agentChannels(
  address: number,
  ram: readonly Region[],
): Access<Found<AgentChannels>> {
  const block = yield* readControlBlock(address);
  if ('problem' in block) return block;
  const controlUp = yield* findChannel(block.value, ram, 'up', CONTROL_CHANNEL);
  if ('problem' in controlUp) return controlUp;
  const controlDown = yield* findChannel(block.value, ram, 'down', CONTROL_CHANNEL);
  if ('problem' in controlDown) return controlDown;
  const stream = yield* findChannel(block.value, ram, 'up', STREAM_CHANNEL);
  if ('problem' in stream) return stream;
  return {
    value: { controlUp: controlUp.value, controlDown: controlDown.value, stream: stream.value },
  };
}
