/**
 * The parts of a front for one kind of host tool.
 * @typedef {object} FrontParts
 * @property {import('./probe.mjs').Probe} probe
 * @property {import('../debug-port/debug-port.mjs').DebugPort} port
 * @property {import('../faults.mjs').Faults} faults
 * @property {(isAsserted: boolean) => Promise<void>} driveReset the target's reset line; it starts when let go
 * @property {boolean} [isOneOfSeveral] the debug port shares its wires, and has to be selected
 */

/**
 * One way in for host tools; it can vanish like a probe that is pulled out.
 * @typedef {object} Front
 * @property {() => Promise<unknown>} vanish
 * @property {() => Promise<unknown>} appear
 */

export {};
