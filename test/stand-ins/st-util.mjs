import { readOptions } from './lib/options.mjs';
import { resetAndHalt, runServer } from './lib/server.mjs';

const FEATURES = 'PacketSize=3fff;qXfer:memory-map:read+;qXfer:features:read+';
/** It answers nothing to a command that it does not know. */
const COMMANDS = /^qRcmd,(?!7265736574$|68616c74$)/;

/**
 * A stand-in for st-util: implements its sources in front of a simulated core.
 * @param {import('./lib/behaviour.mjs').Behaviour} behaviour
 */
export async function main(behaviour) {
  const { options } = readOptions(process.argv.slice(2), { '-p': 1 }, () => process.exit(1));
  await runServer({
    behaviour: { ...behaviour, whileRunning: 'lost' },
    banner: '',
    ready: 'ready\n',
    gdbPort: Number(options['-p']),
    taken: () => 'taken',
    monitor: resetAndHalt,
    answers: (packet) => {
      if (packet.startsWith('qSupported')) return FEATURES;
      return COMMANDS.test(packet) || /^(?:v|Q)/.test(packet) ? '' : undefined;
    },
  });
}
