import { lookUp } from '../base';

const STOP_REPLY = /^[TSWX][0-9a-f]{2}/;
const OUTPUT = /^O(?:[0-9a-f]{2})*$/i;
const ERROR = /^E(?:[0-9a-f]{2}$|\.)/i;

/** Meanings of servers' error numbers: errno values of common systems. */
const CAUSES: Readonly<Record<string, string>> = {
  E0E: 'no memory answers there',
  E14: 'no memory answers there',
  E05: 'the target did not carry it out',
  E16: 'it is not valid',
  E22: 'it is not valid',
};

/** Returns whether a reply reports that the core has stopped or exited. */
export function isStop(payload: string): boolean {
  return STOP_REPLY.test(payload);
}

/** Returns whether a reply is console output instead of an answer. */
export function isOutput(payload: string): boolean {
  return OUTPUT.test(payload);
}

/** Returns whether a reply reports an error. */
export function isError(payload: string): boolean {
  return ERROR.test(payload);
}

/** Decodes text from a reply's hexadecimal digits. */
export function textOf(hex: string): string {
  return Buffer.from(hex, 'hex').toString();
}

/** Explains a server's refusal, for messages. */
export function explainReply(reply: string): string {
  if (reply === '') return 'it does not know that request';
  if (reply.startsWith('E.')) return reply.slice(2);
  const cause = lookUp(CAUSES, reply.toUpperCase());
  if (cause !== undefined) return `${cause} (${reply})`;
  return isError(reply) ? `error ${reply}` : `it answered "${reply.slice(0, 40)}"`;
}
