/** Content of a frame, in the low bits of its kind. */
const STREAM = 1;
const CONTROL = 2;
const ANSWER = 0x10;
const RESTART = 0x11;
const CARRIED = 0x3f;
/** The agent has room for an answer's bytes. */
const ROOM = 0x40;
/** No answer has come since the agent's start. */
const FRESH = 0x80;
/** The most bytes that an answer may carry. */
const ANSWER_BYTES = 48;

const NOTHING = new Uint8Array();

/** Events of the exchange. */
interface ExchangeListener {
  readonly control: (bytes: Uint8Array) => void;
  readonly stream: (bytes: Uint8Array) => void;
  /** New data arrived; `isDry`: the stream's ring was empty. */
  readonly progress: (isDry: boolean) => void;
  /** An agent has just started and sent its first frame. */
  readonly onStart: () => void;
  /** The agent's frames do not follow each other: it was reset unasked, or a frame was lost. */
  readonly outOfStep: (isFresh: boolean) => void;
}

/** Counts of what arrived since the line was opened. */
export interface Seen {
  readonly bytes: number;
  /** Answers, which only this side sends. */
  readonly answers: number;
  /** Frames of an agent that ran before. */
  readonly earlier: number;
  /** Pieces that were not frames, or damaged ones. */
  readonly damaged: number;
}

/** The host's side of the exchange: it sends only answers. */
export interface Exchange extends Pick<LineListener, 'bytes'> {
  /** Puts bytes into the next answers that the agent has room for. */
  send(bytes: Uint8Array): void;
  /** Restarts the agent: every answer asks for it until it has restarted. What is in transit is dropped. */
  restart(): void;
  /** Counts what has arrived so far. */
  seen(): Seen;
}

interface Last {
  readonly sequence: number;
  readonly isFresh: boolean;
  readonly answer: Uint8Array;
}

/** Answers an agent; one that is already running is restarted. */
export function createExchange(
  line: Pick<SerialLine, 'write'>,
  listener: ExchangeListener,
): Exchange {
  const reader = createFrameReader();
  let last: Last | undefined;
  const outbox = createOutbox();
  let bytesSeen = 0;
  let answersSeen = 0;
  let earlierSeen = 0;

  const deliver = ({ kind, payload }: SerialFrame) => {
    const carried = kind & CARRIED;
    if (carried === STREAM) listener.stream(payload);
    if (carried === CONTROL) listener.control(payload);
    listener.progress(carried !== STREAM);
  };
  /** The answer to a frame, which is a new one, the latest once more, or one that cannot be. */
  const answerTo = (frame: SerialFrame): Uint8Array | undefined => {
    const { kind, sequence } = frame;
    const isFresh = (kind & FRESH) !== 0;
    if (last === undefined && !isFresh) {
      earlierSeen += 1;
      return encodeFrame({ kind: RESTART, sequence, payload: NOTHING });
    }
    if (last?.sequence === sequence && last.isFresh === isFresh) return last.answer;
    if (last !== undefined && (isFresh || sequence !== ((last.sequence + 1) & 0xff))) {
      listener.outOfStep(isFresh);
      return undefined;
    }
    if (last === undefined) listener.onStart();
    deliver(frame);
    const payload = (kind & ROOM) === 0 ? NOTHING : outbox.take();
    const answer = encodeFrame({ kind: ANSWER, sequence, payload });
    last = { sequence, isFresh, answer };
    return answer;
  };
  return {
    bytes: (bytes) => {
      bytesSeen += bytes.length;
      let answer: Uint8Array | undefined;
      for (const frame of reader.push(bytes)) {
        const carried = frame.kind & CARRIED;
        if (carried === ANSWER || carried === RESTART) answersSeen += 1;
        else if (carried <= CONTROL) answer = answerTo(frame);
      }
      // A frame that came several times while this process was busy is answered once.
      if (answer !== undefined) line.write(answer);
    },
    send: outbox.add,
    restart: () => {
      last = undefined;
      outbox.clear();
    },
    seen: () => ({
      bytes: bytesSeen,
      answers: answersSeen,
      earlier: earlierSeen,
      damaged: reader.countDamaged(),
    }),
  };
}

/** Bytes for the agent, which leave a few at a time. */
function createOutbox() {
  let rest: Uint8Array = NOTHING;
  return {
    add: (bytes: Uint8Array) => {
      rest = new Uint8Array([...rest, ...bytes]);
    },
    take: () => {
      const taken = rest.subarray(0, ANSWER_BYTES);
      rest = rest.subarray(taken.length);
      return taken;
    },
    clear: () => {
      rest = NOTHING;
    },
  };
}

/** Callbacks for incoming data. */
interface LineListener {
  readonly bytes: (bytes: Uint8Array) => void;
  /** The line is of no use any more. */
  readonly gone: (error: Error) => void;
}

/** A serial line that is open; bytes may be lost or changed on it. */
export interface SerialLine {
  /** Called once; nothing is delivered before. */
  start(listener: LineListener): void;
  /** Sends bytes, unless the line is full. */
  write(bytes: Uint8Array): void;
  pause(): void;
  resume(): void;
  close(): void;
}

/** One frame on a serial line between an agent and its host. */
export interface SerialFrame {
  readonly kind: number;
  /** Counts frames, modulo 256; an answer has that of the frame it answers. */
  readonly sequence: number;
  readonly payload: Uint8Array;
}

const HEAD = 2;
const CHECKSUM = 4;

/** A frame as it goes over the line, with a zero at either end. */
export function encodeFrame({ kind, sequence, payload }: SerialFrame): Uint8Array {
  const checked = new Uint8Array([kind, sequence, ...payload]);
  const body = new Uint8Array(checked.length + CHECKSUM);
  body.set(checked);
  new DataView(body.buffer).setUint32(checked.length, computeChecksum(checked), true);
  return new Uint8Array([0, ...withoutZeros(body), 0]);
}

/** Decodes the bytes between two zeros; undefined if they are not a valid frame. */
export function decodeFrame(bytes: Uint8Array): SerialFrame | undefined {
  const body = bytes.length > MAX_BODY + 1 ? undefined : withZeros(bytes);
  if (body === undefined || body.length < HEAD + CHECKSUM) return undefined;
  const checked = body.subarray(0, body.length - CHECKSUM);
  const checksum = new DataView(body.buffer, body.byteOffset + checked.length).getUint32(0, true);
  if (checksum !== computeChecksum(checked)) return undefined;
  const [kind = 0, sequence = 0] = checked;
  return { kind, sequence, payload: checked.subarray(HEAD) };
}

/** Splits the bytes of a line into frames. */
interface FrameReader {
  /** The frames that these bytes end. */
  push(bytes: Uint8Array): readonly SerialFrame[];
  /** The pieces between zeros that were no frames. */
  countDamaged(): number;
}

/** Cuts what comes over a line into frames; from any zero on it is in step again. */
export function createFrameReader(): FrameReader {
  let rest: number[] = [];
  let damaged = 0;
  return {
    push: (bytes) => {
      const frames: SerialFrame[] = [];
      for (const byte of bytes) {
        if (byte !== 0) {
          // One more than a frame may have keeps it refused, however long it gets.
          if (rest.length <= MAX_BODY + 1) rest.push(byte);
          continue;
        }
        const frame = decodeFrame(Uint8Array.from(rest));
        if (frame !== undefined) frames.push(frame);
        else if (rest.length > 0) damaged += 1;
        rest = [];
      }
      return frames;
    },
    countDamaged: () => damaged,
  };
}

const POLYNOMIAL = 0xedb88320;

/** CRC-32 as in Ethernet. */
function computeChecksum(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? POLYNOMIAL : 0);
  }
  return ~crc >>> 0;
}

/** The most bytes of a body: beyond them COBS would need a second byte of its own. */
const MAX_BODY = 254;

/** Takes the zeros out of a body: each, and one in front, becomes the distance to the next. */
function withoutZeros(body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(body.length + 1);
  bytes.set(body, 1);
  let zero = 0;
  for (let at = 1; at < bytes.length; at++) {
    if (bytes[at] !== 0) continue;
    bytes[zero] = at - zero;
    zero = at;
  }
  bytes[zero] = bytes.length - zero;
  return bytes;
}

/** Puts them back; undefined where the distances do not lead to the end. */
function withZeros(bytes: Uint8Array): Uint8Array | undefined {
  const body = bytes.slice();
  let at = 0;
  while (at < body.length) {
    const distance = body[at] ?? 0;
    if (distance === 0) return undefined;
    body[at] = 0;
    at += distance;
  }
  return at === body.length ? body.subarray(1) : undefined;
}
