type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** A typed array that grows by doubling. */
export interface GrowingColumn<T extends Numbers> {
  readonly length: number;
  push(value: number): void;
  /** Adds room for more values and returns it, to be filled immediately. */
  extend(count: number): T;
  /** The values so far, without a copy. */
  values(): T;
}

/** Creates an empty column; `allocate` provides its storage. */
export function createColumn<T extends Numbers>(allocate: (length: number) => T): GrowingColumn<T> {
  let data: Numbers = allocate(64);
  let length = 0;
  const grow = (count: number): void => {
    if (length + count > data.length) {
      const larger: Numbers = allocate(Math.max(length + count, data.length * 2));
      larger.set(data);
      data = larger;
    }
    length += count;
  };
  return {
    get length() {
      return length;
    },
    push(value) {
      grow(1);
      data[length - 1] = value;
    },
    extend(count) {
      grow(count);
      return data.subarray(length - count, length) as T;
    },
    values: () => data.subarray(0, length) as T,
  };
}

export const createU8Column = () => createColumn((length) => new Uint8Array(length));
export const createU16Column = () => createColumn((length) => new Uint16Array(length));
export const createU32Column = () => createColumn((length) => new Uint32Array(length));
export const createF64Column = () => createColumn((length) => new Float64Array(length));
