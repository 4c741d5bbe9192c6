import { programRequirement } from '../../../../host';
import { type FoundAgent, readRing, socketCarrier } from '../../../../rtt';
import { byHalting, byMemory, type OpenRtt } from '../../by-memory';
import { plainControl } from '../../core-state';
import { answersWhileRunning } from '../../patient-memory';
import { debugServer, type ServerSession } from '../../server';
import { configuration } from './configuration';
import { JLINK_CAUSES, JLINK_PROGRAM, jlinkCommand, type JLinkSetup } from './process';
import { connectChannel } from './rtt';

/**
 * SEGGER's GDB server. Its RTT service cannot be kept off the target while the agent measures,
 * so the rings are read by memory wherever it answers while the core runs.
 */
export const jlink = debugServer<JLinkSetup>({
  kind: 'jlink',
  title: 'J-Link GDB server',
  ...configuration,
  // From SEGGER's documentation.
  quirks: {
    name: 'the J-Link GDB server',
    binaryWrites: true,
    whileRunning: 'untried',
    checksums: true,
    packetSize: 0x400,
  },
  command: jlinkCommand,
  ready: /Waiting for GDB connection/,
  // The line comes before the port takes connections.
  settleMs: 500,
  causes: JLINK_CAUSES,
  requirements: async ({ program }) => [
    programRequirement(
      JLINK_PROGRAM,
      program,
      'Install the J-Link software from segger.com, or name its GDB server in the configuration',
    ),
  ],
  ...plainControl('J-Link'),
  openRtt: async (session, rings) => {
    if (await answersWhileRunning(session.gdb, rings.controlBlock)) return byMemory(session, rings);
    return (await byService(session, rings)) ?? byHalting(session, rings);
  },
});

/** Both rings by the RTT service, one connection each; undefined where it takes only one, or none. */
async function byService(session: ServerSession, rings: FoundAgent): Promise<OpenRtt | undefined> {
  const { controlBlock, channels } = rings;
  const port = session.ports.rtt;
  const open = (channel: number) => connectChannel({ port, channel, controlBlock }, session.signal);
  const control = await open(channels.controlUp.index).catch(() => undefined);
  if (control === undefined) return undefined;
  const stream = await open(channels.stream.index).catch(() => undefined);
  if (stream === undefined) {
    control.destroy();
    return undefined;
  }
  const ring = () => readRing(session.memory, channels.stream);
  return { carrier: socketCarrier({ control, stream, ring }), facility: 'server' };
}
