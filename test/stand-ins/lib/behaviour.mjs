/**
 * The ways in which a stand-in departs from a server that works.
 * @typedef {object} Behaviour
 * @property {Stage} [diesAt] Where the process ends of itself.
 * @property {string} [prints] What it prints as it dies, or instead of getting ready.
 * @property {boolean} [hangs] It prints `prints` and never gets ready.
 * @property {number} [portsLateMs] How long after it reports that it is ready its ports take connections.
 * @property {'answered' | 'queued' | 'refused'} [whileRunning] What becomes of requests for memory
 *   while the core runs.
 * @property {number} [rttConnections] How many connections the RTT service takes at a time.
 * @property {number} [controlBlock] Where the program on the core has its control block; without one
 *   it has no agent in it.
 * @property {number} [forwardTo] The port of an OpenOCD that has a core: in place of the made-up one.
 * @property {string} [log] A file that gets process id and arguments, as a line of JSON for each start.
 */

/** @typedef {'start' | 'ready' | 'connect' | 'deploy' | 'reset' | 'run' | 'hello'} Stage */

/**
 * Ends the process where the behaviour asks for it.
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
