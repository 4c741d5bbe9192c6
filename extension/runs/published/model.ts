/** Units of published figures; `x` and `%` are ratios. */
export type PublishedUnit =
  'cycles' | 'ns' | 'µs' | 'ms' | 's' | 'MB/s' | 'k Rhealstones/s' | 'x' | '%';

/** A document that published figures. */
export interface PublishedDocument {
  readonly id: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly year: number | undefined;
  /** Remarks that belong to every figure of this document. */
  readonly remarks: readonly string[];
}

/** A table of a document. */
export interface PublishedTable {
  readonly id: string;
  readonly name: string;
  readonly section: string;
}

/** The system on which a column was measured. */
export interface PublishedSystem {
  readonly board: string;
  readonly core: string;
  readonly coreHz: number;
  readonly os: string;
  /** The user's replacement for it, or the reason why it cannot be measured again. */
  readonly again: string;
}

/** One of our operations, `suite/op`, at one point of its parameters. */
export interface PublishedPart {
  readonly op: string;
  readonly params: Readonly<Record<string, number>>;
}

/** A figure computed from several of our operations. */
export interface PublishedMake {
  readonly rule: 'sum' | 'mean' | 'composite';
  readonly parts: readonly PublishedPart[];
}

/** One printed figure: a mean and nothing else. */
export interface PublishedRow {
  /** The document's own name for it. */
  readonly name: string;
  /** Our operation, `suite/op`, if the definitions correspond. */
  readonly op: string | undefined;
  /** Its parts, if no single operation gives it. */
  readonly made: PublishedMake | undefined;
  /** The function called, if the document names it. */
  readonly call: string | undefined;
  readonly params: Readonly<Record<string, number>>;
  readonly printed: string;
  /** The printed figure in `unit`. */
  readonly value: number;
  readonly unit: PublishedUnit;
  /** One unit of the last printed digit. */
  readonly resolution: number;
  /** Reasons why the figure may be wrong, in sentences. */
  readonly doubts: readonly string[];
}

/** One column of a published table; it can be compared with measured ones. */
export interface PublishedColumn {
  /** `published:<document>/<table>/<column>`. */
  readonly address: string;
  readonly document: PublishedDocument;
  readonly table: PublishedTable;
  readonly id: string;
  /** Undefined for a column that relates several systems to each other. */
  readonly system: PublishedSystem | undefined;
  readonly language: string | undefined;
  readonly unit: PublishedUnit;
  /** Computed by the document from other columns, not measured. */
  readonly derived: boolean;
  readonly rows: readonly PublishedRow[];
}
