/**
 * The ways in which a stand-in differs from a working server.
 * @typedef {object} Behaviour
 * @property {Stage} [diesAt] The stage at which the process exits.
 * @property {string} [prints] Its output when it exits, or instead of getting ready.
 * @property {boolean} [hangs] It prints `prints` and never gets ready.
 * @property {number} [portsLateMs] The delay from reporting that it is ready until its ports accept connections.
 * @property {'answered' | 'queued' | 'refused' | 'lost'} [whileRunning] The handling of memory requests
 *   while the core runs; when `lost`, of all packets.
 * @property {number} [rttConnections] The number of connections that the RTT service accepts at a time.
 * @property {number} [controlBlock] The address of the control block; without one
 *   the program on the core has no agent.
 * @property {number} [forwardTo] The port of an OpenOCD with a core, which replaces the simulated one.
 * @property {string} [log] A file that receives the process id and arguments of each start, as a line of JSON.
 */

/** @typedef {'start' | 'ready' | 'connect' | 'deploy' | 'reset' | 'run' | 'hello'} Stage */

/**
 * Exits at the stage that the behaviour names.
 * @param {Behaviour} behaviour
 * @param {Stage} stage
 */
export function dieAt({ diesAt, prints }, stage) {
  if (diesAt !== stage) return;
  process.stdout.write(`${prints ?? 'Something went wrong'}\n`, () => process.exit(1));
  // Nothing more happens, not even before the words are out.
  throw new Dying();
}

export class Dying extends Error {}
