/** Units in which documents print their figures; `x` and `%` are ratios. */
export type PublishedUnit =
  'cycles' | 'ns' | 'µs' | 'ms' | 's' | 'MB/s' | 'k Rhealstones/s' | 'x' | '%';

/** A document that published figures. */
export interface PublishedDocument {
  readonly id: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly year: number | undefined;
  /** What must be told wherever a figure of this document is shown. */
  readonly remarks: readonly string[];
}

/** A table of a document. */
export interface PublishedTable {
  readonly id: string;
  readonly name: string;
  readonly section: string;
}

/** What a column was measured on. */
export interface PublishedSystem {
  readonly board: string;
  readonly core: string;
  readonly coreHz: number;
  readonly os: string;
  /** What of one's own can stand for it, or why it cannot be measured again. */
  readonly again: string;
}

/** An operation of ours, `suite/op`, at one point of its parameters. */
export interface PublishedPart {
  readonly op: string;
  readonly params: Readonly<Record<string, number>>;
}

/** A figure that several operations of ours give together. */
export interface PublishedMake {
  readonly rule: 'sum' | 'mean' | 'composite';
  readonly parts: readonly PublishedPart[];
}

/** One printed figure: a mean and nothing else. */
export interface PublishedRow {
  /** The document's own name for it. */
  readonly name: string;
  /** Our operation, `suite/op`, where the definitions correspond. */
  readonly op: string | undefined;
  /** What it is made of, where no single operation gives it. */
  readonly made: PublishedMake | undefined;
  /** The function that was called, where the document names it. */
  readonly call: string | undefined;
  readonly params: Readonly<Record<string, number>>;
  readonly printed: string;
  /** The printed figure in `unit`. */
  readonly value: number;
  readonly unit: PublishedUnit;
  /** One unit of the last printed digit. */
  readonly resolution: number;
  /** Why the figure may be wrong, in sentences. */
  readonly doubts: readonly string[];
}

/** One column of a published table; it can stand beside measured ones. */
export interface PublishedColumn {
  /** `published:<document>/<table>/<column>`. */
  readonly address: string;
  readonly document: PublishedDocument;
  readonly table: PublishedTable;
  readonly id: string;
  /** Nothing where a column relates several systems to each other. */
  readonly system: PublishedSystem | undefined;
  readonly language: string | undefined;
  readonly unit: PublishedUnit;
  /** Computed by the document from other columns, not measured. */
  readonly derived: boolean;
  readonly rows: readonly PublishedRow[];
}
