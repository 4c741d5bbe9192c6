import { createInterface } from 'node:readline';
import { createAnswers } from './answers.mjs';

/** @typedef {Awaited<ReturnType<typeof connectQmp>>} Qmp */
/** @typedef {{ QMP?: unknown, event?: string, error?: { desc: string }, return?: unknown }} Message */

/**
 * QEMU's machine protocol; `onEvent` receives events of the machine.
 * @param {import('node:net').Socket} socket
 * @param {(name: string) => void} onEvent
 */
export async function connectQmp(socket, onEvent) {
  /** @type {import('./answers.mjs').Answers<Message>} */
  const answers = createAnswers(socket, 'machine protocol');
  createInterface({ input: socket })
    .on('line', (line) => {
      const message = /** @type {Message} */ (JSON.parse(line));
      if (message.event !== undefined) onEvent(message.event);
      else if (message.QMP === undefined) answers.give(message);
    })
    .on('error', () => undefined);
  const execute = async (/** @type {string} */ command, options = {}) => {
    const answer = answers.next();
    socket.write(`${JSON.stringify({ execute: command, arguments: options })}\n`);
    const { error, return: result } = await answer;
    if (error !== undefined) throw new Error(`QEMU refused ${command}: ${error.desc}`);
    return result;
  };
  await execute('qmp_capabilities');
  return {
    execute,
    /** Executes a command of the monitor for people, and gives what it prints. */
    monitor: async (/** @type {string} */ line) =>
      String(await execute('human-monitor-command', { 'command-line': line })),
  };
}
