import { createMemoryAp } from './access-port/memory-ap.mjs';
import { readFeatures } from './core-debug/features.mjs';
import { createCoreDebug } from './core-debug/registers.mjs';
import { createCounters } from './counters.mjs';
import { createDebugPort } from './debug-port/debug-port.mjs';
import { createFaults } from './faults.mjs';
import { createProbe } from './fronts/probe.mjs';
import { withFlash } from './silicon/flash-controller.mjs';
import { startSilicon } from './silicon/silicon.mjs';

/** @typedef {Awaited<ReturnType<typeof assemble>>} Assembly */

const DPIDR = 0x2ba01477;
/** Of the second version of debug ports, which can be several on the same wires. */
const SELECTED_DPIDR = 0x0bc12477;

/**
 * Builds a target from its parts: silicon, core debug, access port, debug port. It runs at once. With
 * `flash` its low memory can be changed only by a flash controller; with `isExact` its time does not
 * depend on the host's; with `showsPc` its core can be sampled. With `other` it is another of QEMU's machines. With
 * `targetSelect` its debug port has to be selected.
 * @param {import('./silicon/silicon.mjs').SiliconOptions & { flash?: boolean, targetSelect?: number | undefined }} options
 */
export async function assemble({ flash = false, targetSelect, ...options } = {}) {
  if (options.other && (flash || options.showsPc)) {
    throw new Error("flash and the program counter are those of the rig's own machine");
  }
  const faults = createFaults();
  const counters = createCounters();
  /** @type {import('./faults.mjs').Identity} */
  const identity = { dpidr: targetSelect === undefined ? DPIDR : SELECTED_DPIDR };
  /** @type {() => void} */
  let onReset = () => undefined;
  const silicon = await startSilicon((event) => event === 'RESET' && onReset(), options);
  const debug = createCoreDebug(silicon, identity, await readFeatures(silicon.qtest));
  onReset = debug.noteReset;
  const bus = flash ? withFlash(silicon.bus) : silicon.bus;
  const ap = createMemoryAp(bus, debug, faults.isLocked);
  const port = createDebugPort({ ap, faults, counters, identity, targetSelect });
  const probe = createProbe(port, faults);
  await debug.reset();

  /** @type {Set<'probe' | 'board'>} */
  const pulling = new Set();
  /** The core leaves reset when nobody pulls the line any more. */
  const driveReset = async (
    /** @type {boolean} */ isAsserted,
    /** @type {'probe' | 'board'} */ who = 'probe',
  ) => {
    if (isAsserted) {
      pulling.add(who);
      return debug.holdReset();
    }
    if (pulling.delete(who) && pulling.size === 0) await debug.releaseReset();
  };
  const isOneOfSeveral = targetSelect !== undefined;
  return { silicon, debug, port, probe, faults, counters, identity, driveReset, isOneOfSeveral };
}
