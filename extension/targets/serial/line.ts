/** Who hears what comes over a line. */
export interface LineListener {
  readonly bytes: (bytes: Uint8Array) => void;
  /** The line is of no use any more. */
  readonly gone: (error: Error) => void;
}

/** A serial line that is open; bytes may be lost or changed on it. */
export interface SerialLine {
  /** Called once; nothing is heard before. */
  start(listener: LineListener): void;
  /** Sends bytes, unless the line is full. */
  write(bytes: Uint8Array): void;
  pause(): void;
  resume(): void;
  close(): void;
}
