import { isPrivate } from './access-port/memory-ap.mjs';

/** @typedef {import('./assembly.mjs').Assembly} Assembly */
/** @typedef {import('./fronts/front.mjs').Front} Front */

const WIRE_FAULTS = /** @type {const} */ (['wait', 'fault', 'parity', 'silent']);

/**
 * Executes lines of JSON: `{ "id": 1, "do": "wait", "times": 3 }`, and answers each.
 * @param {Assembly} target
 * @param {readonly Front[]} fronts
 * @param {() => string | undefined} terminal where the Bus Pirate is
 */
export function createControl(target, fronts, terminal) {
  const { debug, faults, counters, identity, probe, silicon, driveReset } = target;
  const { core } = debug;
  const forAll = (/** @type {(front: Front) => Promise<unknown>} */ act) =>
    Promise.all(fronts.map(act));
  const wireFault = (/** @type {typeof WIRE_FAULTS[number]} */ kind) => [
    kind,
    (/** @type {any} */ extent) => faults.arm(kind, extent),
  ];
  /** @type {Readonly<Record<string, (options: any) => unknown>>} */
  const commands = {
    ...Object.fromEntries(WIRE_FAULTS.map(wireFault)),
    slow: ({ delayMs }) => faults.setDelay(delayMs),
    heal: () => {
      faults.heal();
      probe.clearErrors();
    },
    vanish: () => forAll((front) => front.vanish()),
    appear: async () => {
      await forAll((front) => front.appear());
      return { terminal: terminal() };
    },
    reset: () => core.resetItself(),
    'reset-line': async () => {
      await driveReset(true, 'board');
      await driveReset(false, 'board');
    },
    'hold-reset': () => driveReset(true, 'board'),
    lock: () => faults.lock(),
    'lock-up': () => core.lockUp(),
    'answer-pcsr': ({ value }) => debug.answerPcsr(value),
    identify: ({ dpidr, cpuid }) => Object.assign(identity, { dpidr, cpuid }),
    poke: ({ address, bytes }) => silicon.bus.write(address, Buffer.from(bytes, 'hex'), 1),
    peek: async ({ address, length }) =>
      (await silicon.bus.read(address, length, 1)).toString('hex'),
    'peek-register': async ({ address }) =>
      isPrivate(address)
        ? debug.read(address)
        : (await silicon.bus.read(address, 4, 4)).readUInt32LE(),
    'poke-register': ({ address, value }) =>
      isPrivate(address)
        ? debug.write(address, value)
        : silicon.bus.write(address, Buffer.from(Uint32Array.of(value).buffer), 4),
    state: () => core.state(),
    counters: () => ({ ...counters, halts: core.halts() }),
    'end-silicon': () => silicon.emulator.end(),
  };
  return async (/** @type {string} */ line) => {
    /** @type {unknown} */
    let id;
    try {
      const { id: own, do: name, ...options } = JSON.parse(line);
      id = own;
      const command = commands[name];
      if (command === undefined) throw new Error(`there is no "${name}"`);
      return { id, result: (await command(options)) ?? null };
    } catch (error) {
      return { id, error: error instanceof Error ? error.message : String(error) };
    }
  };
}
