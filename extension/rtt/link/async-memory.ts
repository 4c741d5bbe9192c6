/** Access to a target's memory over a debug server. */
export interface AsyncMemory {
  /** Rejects where the address cannot be reached. */
  read(address: number, length: number): Promise<Uint8Array>;
  write(address: number, bytes: Uint8Array): Promise<void>;
}
