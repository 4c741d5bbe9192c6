import { open } from 'node:fs/promises';
import { asDiskError } from '../run-folder';

/** A recording file that grows while the stream arrives. */
export interface RecordingFile {
  append(bytes: Uint8Array): void;
  /** Aborted, with the error as its reason, when a write fails. */
  readonly failed: AbortSignal;
  /** Waits until everything is on the disk; throws the first error. */
  close(): Promise<void>;
}

/** Opens a recording that does not exist yet; writes follow each other in order. */
export async function openRecording(path: string, header: Uint8Array): Promise<RecordingFile> {
  const file = await open(path, 'a').catch((error: unknown) => {
    throw asDiskError(error, path);
  });
  const failure = new AbortController();
  let waiting: Uint8Array[] = [];
  let writing = Promise.resolve();

  const write = async () => {
    const chunk = Buffer.concat(waiting);
    waiting = [];
    if (chunk.length === 0 || failure.signal.aborted) return;
    await file.appendFile(chunk).catch((error: unknown) => {
      failure.abort(asDiskError(error, path));
    });
  };
  const append = (bytes: Uint8Array) => {
    // The sender may use its buffer again.
    waiting.push(bytes.slice());
    if (waiting.length === 1) writing = writing.then(write);
  };
  const sync = () =>
    file.sync().catch((error: unknown) => {
      failure.abort(asDiskError(error, path));
    });

  append(header);
  return {
    append,
    failed: failure.signal,
    close: async () => {
      await writing;
      if (!failure.signal.aborted) await sync();
      await file.close();
      failure.signal.throwIfAborted();
    },
  };
}
