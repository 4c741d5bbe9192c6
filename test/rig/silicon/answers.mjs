/** @typedef {import('node:net').Socket} Socket */

/**
 * Calls that wait for answers, which come in the order of the questions.
 * @template T
 * @typedef {object} Answers
 * @property {() => Promise<T>} next
 * @property {(answer: T) => void} give passes an answer to the longest waiter
 */

/**
 * Keeps a queue of waiters for a connection; all of them fail when it closes.
 * @template T
 * @param {Socket} socket
 * @param {string} what the connection, for messages
 * @returns {Answers<T>}
 */
export function createAnswers(socket, what) {
  /** @type {{ resolve: (answer: T) => void, reject: (error: Error) => void }[]} */
  const waiters = [];
  let isClosed = false;
  const makeCloseError = () => new Error(`QEMU closed its ${what}`);
  socket.on('error', () => undefined);
  socket.once('close', () => {
    isClosed = true;
    for (const { reject } of waiters.splice(0)) reject(makeCloseError());
  });
  return {
    next: () =>
      new Promise((resolve, reject) => {
        if (isClosed) reject(makeCloseError());
        else waiters.push({ resolve, reject });
      }),
    give: (answer) => waiters.shift()?.resolve(answer),
  };
}
