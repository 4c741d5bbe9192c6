/** Where the fields of an ELF file's tables lie: the two classes differ in more than width. */
export interface ElfLayout {
  readonly pointerSize: 4 | 8;
  readonly header: {
    readonly size: number;
    readonly segments: number;
    readonly sections: number;
    /** Offset of the entry sizes and counts, five half words from that of a program header on. */
    readonly counts: number;
  };
  readonly segment: {
    readonly size: number;
    readonly flags: number;
    readonly offset: number;
    readonly vaddr: number;
    readonly paddr: number;
    readonly fileSize: number;
    readonly memSize: number;
  };
  readonly section: {
    readonly size: number;
    readonly address: number;
    readonly offset: number;
    readonly length: number;
    readonly link: number;
  };
  readonly symbol: {
    readonly size: number;
    readonly value: number;
    readonly length: number;
    readonly info: number;
    readonly section: number;
  };
}

export const LAYOUT_32: ElfLayout = {
  pointerSize: 4,
  header: { size: 52, segments: 28, sections: 32, counts: 42 },
  segment: { size: 32, flags: 24, offset: 4, vaddr: 8, paddr: 12, fileSize: 16, memSize: 20 },
  section: { size: 40, address: 12, offset: 16, length: 20, link: 24 },
  symbol: { size: 16, value: 4, length: 8, info: 12, section: 14 },
};

export const LAYOUT_64: ElfLayout = {
  pointerSize: 8,
  header: { size: 64, segments: 32, sections: 40, counts: 54 },
  segment: { size: 56, flags: 4, offset: 8, vaddr: 16, paddr: 24, fileSize: 32, memSize: 40 },
  section: { size: 64, address: 16, offset: 24, length: 32, link: 40 },
  symbol: { size: 24, value: 8, length: 16, info: 4, section: 6 },
};

/** An address, offset or size; exact below 2^53, which is beyond any file and any user's address. */
export function readPointer(
  view: DataView,
  at: number,
  { pointerSize }: Pick<ElfLayout, 'pointerSize'>,
): number {
  return pointerSize === 4 ? view.getUint32(at, true) : Number(view.getBigUint64(at, true));
}
