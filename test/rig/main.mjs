import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { assemble } from './assembly.mjs';
import { createControl } from './control.mjs';
import { startBusPirateFront } from './fronts/bus-pirate/front.mjs';
import { startPyocdFront } from './fronts/pyocd/server.mjs';
import { startStlinkFront } from './fronts/stlink/server.mjs';

const { values } = parseArgs({
  options: {
    'stlink-port': { type: 'string', default: '0' },
    'pyocd-port': { type: 'string', default: '0' },
    'bus-pirate': { type: 'boolean', default: false },
    flash: { type: 'boolean', default: false },
    exact: { type: 'boolean', default: false },
    aligned: { type: 'boolean', default: false },
    'shows-pc': { type: 'boolean', default: false },
    machine: { type: 'string' },
    'machine-argument': { type: 'string', multiple: true, default: [] },
    'target-select': { type: 'string' },
  },
});

const say = (/** @type {object} */ message) =>
  void process.stdout.write(`${JSON.stringify(message)}\n`);

const { flash, exact: isExact, aligned: isAligned, 'shows-pc': showsPc } = values;
const { machine: name, 'machine-argument': args } = values;
const other = name === undefined ? undefined : { name, args };
const select = values['target-select'];
const targetSelect = select === undefined ? undefined : Number(select);
const target = await assemble({ flash, isExact, isAligned, showsPc, other, targetSelect });
const { emulator } = target.silicon;
const stlink = await startStlinkFront(target, Number(values['stlink-port']));
const pyocd = await startPyocdFront(target, Number(values['pyocd-port']));
const busPirate = values['bus-pirate'] ? await startBusPirateFront(target) : undefined;
const fronts = [stlink, pyocd, ...(busPirate ? [busPirate] : [])];

const end = async (/** @type {number} */ code) => {
  await Promise.allSettled(fronts.map((front) => front.vanish()));
  await emulator.end();
  process.exit(code);
};
void emulator.ended.then((how) => {
  say({ event: 'silicon-ended', how, words: emulator.words().trim() });
  return end(1);
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void end(0));

const control = createControl(target, fronts, () => busPirate?.path());
createInterface({ input: process.stdin })
  .on('line', (line) => void control(line).then(say))
  .once('close', () => void end(0));

say({
  ready: true,
  stlink: { port: stlink.port },
  pyocd: { port: pyocd.port },
  busPirate: busPirate && { path: busPirate.path() },
  ram: target.silicon.ramPath,
  processes: [process.pid, emulator.pid, ...(busPirate ? [busPirate.pid()] : [])],
});
