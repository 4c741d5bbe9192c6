/** A part of the code and what it may import; ARCHITECTURE.md holds the same table. */
export interface Room {
  readonly folder: string;
  /** Folders besides its own. */
  readonly mayImport: readonly string[];
  /** Whether it may use Node's own modules. */
  readonly node: boolean;
  /** Whether it runs inside the editor. */
  readonly vscode: boolean;
  /** Rooms of which it may import the files named `protocol`. */
  readonly protocols: readonly string[];
  /** Each of its folders is a room of its own; all of them may import the one named `shared`. */
  readonly isDivided: boolean;
}

type Rights = Partial<Omit<Room, 'folder' | 'mayImport'>>;

const folderOf = (name: string) => `extension/${name}/`;

const room = (name: string, mayImport: readonly string[], rights: Rights = {}): Room => ({
  folder: folderOf(name),
  mayImport: mayImport.map(folderOf),
  node: rights.node ?? true,
  vscode: rights.vscode ?? false,
  protocols: (rights.protocols ?? []).map(folderOf),
  isDivided: rights.isDivided ?? false,
});

/** The rooms of the extension. */
export const rooms: readonly Room[] = [
  room('core', [], { node: false }),
  room('targets', ['core']),
  room('engine', ['core', 'targets']),
  room('workers', ['core', 'targets', 'engine'], { isDivided: true }),
  room('views', ['core'], { node: false, isDivided: true }),
  room('editor', ['core', 'targets', 'engine'], { vscode: true, protocols: ['views', 'workers'] }),
  room('cli', ['core', 'targets', 'engine']),
];

/** The room a file of the checkout lies in. */
export const roomOf = (path: string) => rooms.find(({ folder }) => path.startsWith(folder));
