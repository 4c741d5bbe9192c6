import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type * as vscode from 'vscode';
import {
  findDocumentHome,
  listHomes,
  findSourceHome,
  newShownHomes,
  sampleHome,
  storageHome,
} from './homes';

const folder = (name: string, index: number, scheme = 'file') => {
  const uri = { scheme, fsPath: `/work/${name}`, toString: () => `${scheme}:///work/${name}` };
  return { name, index, uri } as unknown as vscode.WorkspaceFolder;
};

const motor = folder('motor', 0);
const radio = folder('radio', 1);
const storage = storageHome('/storage', 'Without a folder');

describe('homes', () => {
  it('are the folders, each with its own runs', () => {
    const homes = listHomes([motor, radio], storage);
    expect(homes.map(({ title, kind }) => `${title} ${kind}`)).toEqual([
      'motor folder',
      'radio folder',
    ]);
    expect(homes.map(({ runsFolder }) => runsFolder)).toEqual([
      join('/work/motor', '.cyclescope', 'runs'),
      join('/work/radio', '.cyclescope', 'runs'),
    ]);
  });

  it.each([[undefined], [[]], [[folder('remote', 0, 'vscode-vfs')]]])(
    'are the storage if no folder is on a disk (%#)',
    (folders) => {
      expect(listHomes(folders, storage)).toEqual([storage]);
    },
  );

  it('omit a virtual folder beside one on a disk', () => {
    expect(listHomes([folder('remote', 0, 'vscode-vfs'), radio], storage)).toHaveLength(1);
  });

  it('own the documents in their folder, and a single one owns all others', () => {
    const two = listHomes([motor, radio], storage);
    expect(findDocumentHome(two, radio)?.title).toBe('radio');
    expect(findDocumentHome(two, undefined)).toBeUndefined();
    expect(two.map(({ id }) => findSourceHome(two, id))).toEqual(two);
    expect(findSourceHome(two, 'gone')).toBe(two[0]);
    expect(findDocumentHome(listHomes([motor], storage), undefined)?.title).toBe('motor');
    expect(findDocumentHome([storage], undefined)).toBe(storage);
  });

  it('are known by the active panel, while it exists', () => {
    const closing: (() => void)[] = [];
    const panel = { active: false, onDidDispose: (close: () => void) => closing.push(close) };
    const two = listHomes([motor, radio], storage);
    const shown = newShownHomes();
    let homeId = two[1]?.id;
    shown.follow(panel as unknown as vscode.WebviewPanel, () => homeId);
    expect(shown.active(two)).toBeUndefined();
    panel.active = true;
    expect(shown.active(two)).toBe(two[1]);
    homeId = 'sample';
    expect(shown.active(two)).toBeUndefined();
    homeId = two[0]?.id;
    expect(shown.active(two)).toBe(two[0]);
    closing.forEach((close) => close());
    expect(shown.active(two)).toBeUndefined();
  });

  it('keep the sample separate', () => {
    const sample = sampleHome('/extension', 'Sample');
    expect(sample).toMatchObject({ kind: 'sample', runsFolder: join('/extension/media/sample') });
  });
});
