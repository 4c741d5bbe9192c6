import { lookUp } from '../base';

/** One received unit of the GDB remote protocol. */
export type GdbFrame =
  | { readonly kind: 'packet' | 'notification'; readonly payload: string }
  | { readonly kind: 'ack' | 'nak' | 'damaged' };

interface Decoded {
  readonly frames: readonly GdbFrame[];
  /** The start of an incomplete frame. */
  readonly rest: Uint8Array;
}

const DOLLAR = 0x24;
const PERCENT = 0x25;
const HASH = 0x23;
const PLUS = 0x2b;
const MINUS = 0x2d;
const STAR = 0x2a;
const ESCAPE = 0x7d;
const ESCAPED_BIT = 0x20;
/** A run length is sent as the printable character with this offset added. */
const RUN_BIAS = 29;

/** Frames a payload, one character per byte, with its checksum. */
export function encodePacket(payload: string): Uint8Array {
  const body = Buffer.from(payload, 'latin1');
  const sum = checksum(body).toString(16).padStart(2, '0');
  return Buffer.concat([Buffer.of(DOLLAR), body, Buffer.from(`#${sum}`)]);
}

/** Escapes binary data for use in a payload. */
export function escapeBinary(bytes: Uint8Array): string {
  const escaped: number[] = [];
  for (const byte of bytes) {
    if (isEscaped(byte)) {
      escaped.push(ESCAPE, byte ^ ESCAPED_BIT);
    } else {
      escaped.push(byte);
    }
  }
  return Buffer.from(escaped).toString('latin1');
}

/** Returns whether a byte has a special meaning in the protocol. */
function isEscaped(byte: number | undefined): boolean {
  return byte === DOLLAR || byte === HASH || byte === ESCAPE || byte === STAR;
}

/** Splits received bytes into frames; skips bytes between frames. */
export function decodeFrames(bytes: Uint8Array): Decoded {
  const frames: GdbFrame[] = [];
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === PLUS || byte === MINUS) {
      frames.push({ kind: byte === PLUS ? 'ack' : 'nak' });
    } else if (byte === DOLLAR || byte === PERCENT) {
      const hash = bytes.indexOf(HASH, at);
      if (hash < 0 || hash + 2 >= bytes.length) break;
      const body = bytes.subarray(at + 1, hash);
      const claimed = Number.parseInt(
        Buffer.from(bytes.subarray(hash + 1, hash + 3)).toString('latin1'),
        16,
      );
      const frame = readFrame(body, claimed, byte === DOLLAR ? 'packet' : 'notification');
      // Notifications are not acknowledged: a damaged one is lost, and a resend request would
      // repeat the last answer.
      if (byte === DOLLAR || frame.kind !== 'damaged') frames.push(frame);
      at = hash + 2;
    }
    at++;
  }
  return { frames, rest: bytes.slice(at) };
}

function readFrame(body: Uint8Array, claimed: number, kind: 'packet' | 'notification'): GdbFrame {
  if (claimed !== checksum(body)) return { kind: 'damaged' };
  const payload = expand(body);
  return payload === undefined ? { kind: 'damaged' } : { kind, payload };
}

/** Undoes escapes and run lengths; undefined if they are malformed. */
function expand(body: Uint8Array): string | undefined {
  const expanded: number[] = [];
  for (let at = 0; at < body.length; at++) {
    const byte = body[at] ?? 0;
    const next = body[at + 1];
    if (byte !== ESCAPE && byte !== STAR) {
      expanded.push(byte);
      continue;
    }
    if (next === undefined) return undefined;
    at++;
    if (byte === ESCAPE) {
      expanded.push(next ^ ESCAPED_BIT);
      continue;
    }
    const repeated = expanded.at(-1);
    if (repeated === undefined || next < RUN_BIAS) return undefined;
    for (let count = next - RUN_BIAS; count > 0; count--) expanded.push(repeated);
  }
  return Buffer.from(expanded).toString('latin1');
}

function checksum(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum = (sum + byte) & 255;
  return sum;
}

/**
 * Returns how many bytes from `from` on fit into `characters` with their escapes, which few bytes
 * need.
 */
export function countFittingBytes(bytes: Uint8Array, from: number, characters: number): number {
  let room = characters;
  let at = from;
  while (at < bytes.length && (room -= isEscaped(bytes[at]) ? 2 : 1) >= 0) at++;
  return at === bytes.length ? at - from : wholeWords(at - from);
}

/** Rounds down to whole words: debug ports transfer them much faster than single bytes. */
export function wholeWords(count: number): number {
  return count >= 4 ? Math.floor(count / 4) * 4 : Math.max(1, Math.floor(count));
}

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
export function decodeHexText(hex: string): string {
  return Buffer.from(hex, 'hex').toString();
}

/** Explains a server's refusal, for messages. */
export function explainReply(reply: string): string {
  if (reply === '') return 'it does not support that request';
  if (reply.startsWith('E.')) return reply.slice(2);
  const cause = lookUp(CAUSES, reply.toUpperCase());
  if (cause !== undefined) return `${cause} (${reply})`;
  return isError(reply) ? `error ${reply}` : `it answered "${reply.slice(0, 40)}"`;
}
