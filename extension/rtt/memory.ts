/** Access to a target's memory, over a debug server or in a file that both sides map. */
export interface Memory {
  /** Rejects where the address cannot be reached. */
  read(address: number, length: number): Promise<Uint8Array>;
  write(address: number, bytes: Uint8Array): Promise<void>;
}

/** Addresses from `start` up to, but without, `end`. */
export interface Region {
  readonly start: number;
  readonly end: number;
}

/** True if all `length` bytes lie inside a region. */
export function contains({ start, end }: Region, address: number, length: number): boolean {
  return address >= start && address + length <= end;
}

/** An address as messages print it. */
export function formatAddress(address: number): string {
  return `0x${address.toString(16).padStart(8, '0')}`;
}

/** Regions as messages print them. */
export function regionsText(regions: readonly Region[]): string {
  return regions
    .map(({ start, end }) => `${formatAddress(start)}..${formatAddress(end)}`)
    .join(', ');
}
