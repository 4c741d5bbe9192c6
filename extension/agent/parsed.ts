/** Result of parsing data that may be damaged. */
export interface Parsed<T> {
  readonly value: T;
  readonly problems: readonly string[];
}
