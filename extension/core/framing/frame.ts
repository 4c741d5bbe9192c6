import { checksumOf } from './checksum';
import { MAX_BODY, withoutZeros, withZeros } from './cobs';

/** One frame on a serial line between an agent and its host. */
export interface Frame {
  readonly kind: number;
  /** Counts frames, modulo 256; an answer has that of the frame it answers. */
  readonly sequence: number;
  readonly payload: Uint8Array;
}

const HEAD = 2;
const CHECKSUM = 4;

/** A frame as it goes over the line, with a zero at either end. */
export function encodeFrame({ kind, sequence, payload }: Frame): Uint8Array {
  const checked = new Uint8Array([kind, sequence, ...payload]);
  const body = new Uint8Array(checked.length + CHECKSUM);
  body.set(checked);
  new DataView(body.buffer).setUint32(checked.length, checksumOf(checked), true);
  return new Uint8Array([0, ...withoutZeros(body), 0]);
}

/** What stands between two zeros; undefined where it is no frame, or a damaged one. */
export function decodeFrame(bytes: Uint8Array): Frame | undefined {
  const body = bytes.length > MAX_BODY + 1 ? undefined : withZeros(bytes);
  if (body === undefined || body.length < HEAD + CHECKSUM) return undefined;
  const checked = body.subarray(0, body.length - CHECKSUM);
  const told = new DataView(body.buffer, body.byteOffset + checked.length).getUint32(0, true);
  if (told !== checksumOf(checked)) return undefined;
  const [kind = 0, sequence = 0] = checked;
  return { kind, sequence, payload: checked.subarray(HEAD) };
}

/** What came over a line so far. */
export interface FrameReader {
  /** The frames that these bytes end. */
  push(bytes: Uint8Array): readonly Frame[];
  /** How many pieces between zeros were no frames. */
  damaged(): number;
}

/** Cuts what comes over a line into frames; from any zero on it is in step again. */
export function createFrameReader(): FrameReader {
  let rest: number[] = [];
  let damaged = 0;
  return {
    push: (bytes) => {
      const frames: Frame[] = [];
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
    damaged: () => damaged,
  };
}
