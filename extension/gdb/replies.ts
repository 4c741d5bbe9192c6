const STOP_REPLY = /^[TSWX][0-9a-f]{2}/;
const OUTPUT = /^O(?:[0-9a-f]{2})*$/i;
const ERROR = /^E(?:[0-9a-f]{2}$|\.)/i;

/** What the numbers mean that servers send when they cannot do something, errno of the usual systems. */
const CAUSES: Readonly<Record<string, string>> = {
  E0E: 'no memory answers there',
  E14: 'no memory answers there',
  E05: 'the target did not carry it out',
  E16: 'it is not valid',
  E22: 'it is not valid',
};

/** The core stopped, or is gone. */
export function isStop(payload: string): boolean {
  return STOP_REPLY.test(payload);
}

/** Text that the server prints on the way; not an answer. */
export function isOutput(payload: string): boolean {
  return OUTPUT.test(payload);
}

/** The server could not do it. */
export function isError(payload: string): boolean {
  return ERROR.test(payload);
}

/** The text that stands in a reply as hexadecimal digits. */
export function textOf(hex: string): string {
  return Buffer.from(hex, 'hex').toString();
}

/** Why a server did not do what was asked, for messages. */
export function explainReply(reply: string): string {
  if (reply === '') return 'it does not know that request';
  if (reply.startsWith('E.')) return reply.slice(2);
  const cause = CAUSES[reply.toUpperCase()];
  if (cause !== undefined) return `${cause} (${reply})`;
  return isError(reply) ? `error ${reply}` : `it answered "${reply.slice(0, 40)}"`;
}
