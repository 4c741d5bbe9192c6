import { strict as assert } from 'node:assert';
import { type CodeLens, Uri, commands, window, workspace } from 'vscode';
import { commands as ids, sourceScheme } from '../../../../extension/vscode/names/ids';
import { cyclescope, until } from '../cyclescope';
import { folderNamed } from '../firmware';

const getDocument = () => window.activeTextEditor?.document;
const show = (at: string) =>
  commands.executeCommand(ids.showSource, { at, home: folderNamed().uri.toString() });

describe('the sources of benchmarks', () => {
  before(() => cyclescope().activate());

  it('come read-only from the package, with lenses that run them', async () => {
    const heap = Uri.joinPath(
      cyclescope().extensionUri,
      'target-agent',
      'families',
      'heap',
      'heap.c',
    );
    const lines = new TextDecoder().decode(await workspace.fs.readFile(heap)).split('\n');
    const line = lines.findIndex((text) => text.startsWith('CYCLESCOPE_BENCH(malloc'));
    await show(`target-agent/families/heap/heap.c:${line + 1}`);
    const document = await until('the source', () =>
      getDocument()?.uri.scheme === sourceScheme ? getDocument() : undefined,
    );
    assert.equal(window.activeTextEditor?.selection.active.line, line);
    assert.equal(document.languageId, 'c');
    assert.match(document.lineAt(line).text, /^CYCLESCOPE_BENCH\(malloc/);
    assert.notEqual(workspace.fs.isWritableFileSystem(sourceScheme), true);
    const titles = await until('lenses', async () => {
      const found = await commands.executeCommand<readonly CodeLens[]>(
        'vscode.executeCodeLensProvider',
        document.uri,
        10,
      );
      return found.length ? found.map(({ command }) => command?.title ?? '') : undefined;
    });
    assert.match(titles[0] ?? '', /Run on qemu-freertos-m7/);
  });

  it("are the folder's own if it has them", async () => {
    await show('benchmarks/crc.c:1');
    await until('the file', () => getDocument()?.uri.path.endsWith('/benchmarks/crc.c'));
    assert.equal(getDocument()?.uri.scheme, 'file');
  });

  it('are never outside the package', async () => {
    await workspace.fs.stat(Uri.joinPath(cyclescope().extensionUri, 'package.json'));
    for (const path of ['/package.json', '/target-agent/families/../../package.json']) {
      const uri = Uri.from({ scheme: sourceScheme, path });
      await assert.rejects(async () => workspace.openTextDocument(uri));
    }
  });
});
