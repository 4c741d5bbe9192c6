import { readOptions } from './lib/options.mjs';
import { runServer } from './lib/server.mjs';

const FEATURES = 'PacketSize=400;qXfer:memory-map:read+;qXfer:features:read+';

/**
 * A stand-in for a Black Magic Probe behind a TCP port: implements its sources in front of a simulated core.
 * @param {import('./lib/behaviour.mjs').Behaviour} behaviour
 */
export async function main(behaviour) {
  const { options } = readOptions(process.argv.slice(2), { '-p': 1 }, () => process.exit(1));
  let isFound = false;
  let isAttached = false;
  await runServer({
    behaviour: { ...behaviour, whileRunning: 'lost' },
    banner: '',
    ready: 'ready\n',
    gdbPort: Number(options['-p']),
    taken: () => 'taken',
    monitor: {
      version: () => 'Black Magic Probe v0.0.0 (stand-in), Hardware Version 0\n',
      swdp_scan: () => {
        isFound = true;
        return 'Target voltage: 3.3V\nAvailable Targets:\nNo. Att Driver\n 1      Generic Cortex-M M7\n';
      },
    },
    answers: (packet) => {
      if (packet.startsWith('qSupported')) return FEATURES;
      if (packet === 'vAttach;1') {
        isAttached = isFound;
        return isFound ? 'T05' : 'E01';
      }
      if (/^(?:vCont|Q)/.test(packet)) return '';
      return !isAttached && /^[mMXgGpP]/.test(packet) ? 'EFF' : undefined;
    },
  });
}
