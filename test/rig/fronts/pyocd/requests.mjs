/** @typedef {import('../front.mjs').FrontParts} FrontParts */

const PROPERTIES = /** @type {Readonly<Record<string, unknown>>} */ ({
  vendor_name: 'Cyclescope',
  product_name: 'virtual SWD target',
  supported_wire_protocols: ['SWD', 'DEFAULT'],
  wire_protocol: 'SWD',
  capabilities: [],
});

/** Requests that need nothing but an answer. */
const ACCEPTED = ['hello', 'connect', 'disconnect', 'lock', 'unlock', 'set_clock', 'flush'];
/** The client then reaches memory through the access port's registers, which any probe can do. */
const WITHOUT_RESULT = ['get_memory_interface_for_ap'];

/**
 * The requests of a remote pyOCD to a probe, by name.
 * @param {FrontParts} parts
 * @returns {Readonly<Record<string, (args: readonly any[]) => unknown>>}
 */
export function createRequests({ probe, port, driveReset }) {
  let isResetAsserted = false;
  const assertReset = async (/** @type {boolean} */ isAsserted) => {
    isResetAsserted = isAsserted;
    await driveReset(isAsserted);
  };
  return {
    ...Object.fromEntries([...ACCEPTED, ...WITHOUT_RESULT].map((name) => [name, () => null])),
    readprop: ([name]) => PROPERTIES[name],
    swj_sequence: () => port.lineReset(),
    reset: async () => {
      await assertReset(true);
      await assertReset(false);
    },
    assert_reset: ([isAsserted]) => assertReset(isAsserted),
    is_reset_asserted: () => isResetAsserted,
    read_dp: ([address]) => probe.readDp(address),
    write_dp: ([address, value]) => probe.writeDp(address, value),
    read_ap: async ([address]) => (await probe.readAp(address))[0],
    write_ap: ([address, value]) => probe.writeAp(address, [value]),
    read_ap_multiple: ([address, count]) => probe.readAp(address, count),
    write_ap_multiple: ([address, values]) => probe.writeAp(address, values),
  };
}
