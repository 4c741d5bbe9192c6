/**
 * Features of a core that a debugger sees.
 * @typedef {object} CoreFeatures
 * @property {number} part its number in CPUID
 * @property {boolean} isV8 its architecture is Armv8-M
 * @property {boolean} hasSecurity it has the states of security
 */

export const CPUID = 0xe000ed00;
const ID_PFR1 = 0xe000ed44;
/** Of Arm's part numbers those of Armv8-M begin so. */
const V8 = 0xd00;

/**
 * Reads the features from the emulated core.
 * @param {import('../silicon/qtest.mjs').Qtest} qtest
 * @returns {Promise<CoreFeatures>}
 */
export async function readFeatures(qtest) {
  const part = ((await qtest.read(CPUID, 4)) >>> 4) & 0xfff;
  const isV8 = (part & 0xf00) === V8;
  const hasSecurity = isV8 && ((await qtest.read(ID_PFR1, 4)) & 0xf0) !== 0;
  return { part, isV8, hasSecurity };
}
