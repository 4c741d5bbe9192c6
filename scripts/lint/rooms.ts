/** A part of the code and what it may import; ARCHITECTURE.md holds the same table. */
export interface Room {
  readonly folder: string;
  /** Folders besides its own. */
  readonly mayImport: readonly string[];
  /** Whether it may use Node's own modules. */
  readonly node: boolean;
}

const room = (folder: string, mayImport: readonly string[], node = true): Room => ({
  folder: `extension/${folder}/`,
  mayImport: mayImport.map((name) => `extension/${name}/`),
  node,
});

/** The rooms of the extension. */
export const rooms: readonly Room[] = [
  room('core', [], false),
  room('targets', ['core']),
  room('engine', ['core', 'targets']),
  room('cli', ['core', 'targets', 'engine']),
];

/** The room a file of the checkout lies in. */
export const roomOf = (path: string) => rooms.find(({ folder }) => path.startsWith(folder));
