/** @typedef {import('../front.mjs').FrontParts} FrontParts */

const PROPERTIES = /** @type {Readonly<Record<string, unknown>>} */ ({
  vendor_name: 'Cyclescope',
  product_name: 'virtual SWD target',
  supported_wire_protocols: ['SWD', 'DEFAULT'],
  wire_protocol: 'SWD',
  capabilities: [],
});

const DATA_AND_PARITY = 33;

/** Requests that need nothing but an answer. */
const ACCEPTED = ['hello', 'connect', 'disconnect', 'lock', 'unlock', 'set_clock', 'flush'];
/** The client then reaches memory through the access port's registers, which any probe can do. */
const WITHOUT_RESULT = ['get_memory_interface_for_ap'];

/**
 * The requests of a remote pyOCD to a probe, by name.
 * @param {FrontParts} parts
 * @returns {Readonly<Record<string, (args: readonly any[]) => unknown>>}
 */
export function createRequests({ probe, port, driveReset, isOneOfSeveral = false }) {
  let isResetAsserted = false;
  const assertReset = async (/** @type {boolean} */ isAsserted) => {
    isResetAsserted = isAsserted;
    await driveReset(isAsserted);
  };
  return {
    ...Object.fromEntries([...ACCEPTED, ...WITHOUT_RESULT].map((name) => [name, () => null])),
    readprop: ([name]) =>
      isOneOfSeveral && name === 'capabilities' ? ['SWD_SEQUENCE'] : PROPERTIES[name],
    /** Bits on the wire, as pairs of a number and a value: of them only the write to TARGETSEL is understood. */
    swd_sequence: ([sequences]) => {
      const [, value = 0] =
        sequences.find((/** @type {[number]} */ [bits]) => bits === DATA_AND_PARITY) ?? [];
      port.selectTarget(value % 2 ** 32);
      return null;
    },
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
