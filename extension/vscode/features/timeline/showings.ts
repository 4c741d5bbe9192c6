/** Which editor of a document was active last, and what the next one shall do. */
export interface Showings<T> {
  /** Adds an editor, or makes it the one that was active last. */
  readonly add: (key: string, editor: T) => void;
  readonly remove: (key: string, editor: T) => void;
  /** Does something with the document's last active editor, or with the first one it will have. */
  readonly want: (key: string, what: (editor: T) => void) => void;
}

/** Knows no editor. */
export function newShowings<T>(): Showings<T> {
  const shown = new Map<string, readonly T[]>();
  const wanted = new Map<string, (editor: T) => void>();

  const others = (key: string, editor: T) =>
    (shown.get(key) ?? []).filter((each) => each !== editor);

  return {
    add: (key, editor) => {
      shown.set(key, [...others(key, editor), editor]);
      wanted.get(key)?.(editor);
      wanted.delete(key);
    },
    remove: (key, editor) => {
      const left = others(key, editor);
      if (left.length > 0) shown.set(key, left);
      else shown.delete(key);
    },
    want: (key, what) => {
      const editor = shown.get(key)?.at(-1);
      if (editor === undefined) wanted.set(key, what);
      else what(editor);
    },
  };
}
