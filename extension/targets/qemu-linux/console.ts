/** The first serial port of a board: first the kernel's words, from a certain line on the agent's. */
export interface Console {
  push(line: string): void;
  /** The agent has been reached. */
  isReady(): boolean;
  /** The kernel's own words, which it has none of unless something is wrong. */
  words(): string | undefined;
}

/** What `/init` writes when everything after it is the agent's. */
const READY = 'cyclescope ready';
const KERNEL_STAMP = /^\[ *\d+\.\d+\] ?/;
/** What every kernel says when it switches the board off. */
const FAREWELL = /^reboot: /;
const KEPT = 20;

/** Hands the agent's lines on, and keeps what the kernel said. */
export function createConsole(onLine: (line: string) => void): Console {
  let kernel: readonly string[] = [];
  let isReady = false;
  const keep = (line: string) => {
    const text = line.replace(KERNEL_STAMP, '').trim();
    if (text !== '' && !FAREWELL.test(text)) kernel = [...kernel, text].slice(-KEPT);
  };
  return {
    push: (line) => {
      if (line === READY) isReady = true;
      else if (isReady && !KERNEL_STAMP.test(line)) onLine(line);
      else keep(line);
    },
    isReady: () => isReady,
    words: () => kernel.find((line) => /panic|not syncing/i.test(line)) ?? kernel.at(-1),
  };
}
