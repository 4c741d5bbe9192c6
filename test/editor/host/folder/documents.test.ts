import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { TabInputCustom, Uri, commands, window, workspace } from 'vscode';
import { commands as ids, sourceScheme } from '../../../../extension/vscode/names/ids';
import { cyclescope, until } from '../cyclescope';
import { folderNamed } from '../firmware';

const activeTab = () => window.tabGroups.activeTabGroup.activeTab;

describe('documents', () => {
  it('a recording opens as a timeline', async () => {
    const recording = Uri.joinPath(folderNamed().uri, 'recordings', 'gateway.SVDat');
    await commands.executeCommand('vscode.open', recording);
    const input = await until('the tab', () => activeTab()?.input);
    assert(input instanceof TabInputCustom);
    assert.equal(input.viewType, 'cyclescope.timeline');
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('a recording opens as a timeline whatever the case of its extension', async () => {
    const folder = Uri.joinPath(folderNamed().uri, 'recordings');
    for (const ending of ['svdat', 'SVDAT']) {
      const recording = Uri.joinPath(folder, `other.${ending}`);
      await workspace.fs.copy(Uri.joinPath(folder, 'gateway.SVDat'), recording);
      await commands.executeCommand('vscode.open', recording);
      const input = await until(ending, () => activeTab()?.input);
      assert(input instanceof TabInputCustom, ending);
      assert.equal(input.uri.path, recording.path);
      await commands.executeCommand('workbench.action.closeAllEditors');
      await workspace.fs.delete(recording);
    }
  });

  it("a built-in benchmark's source opens read-only from the package", async () => {
    const file = 'target-agent/families/heap/heap.c';
    const lines = readFileSync(join(cyclescope().extensionPath, file), 'utf8').split('\n');
    const line = lines.findIndex((text) => text.startsWith('CYCLESCOPE_BENCH(malloc')) + 1;
    const at = `${file}:${line}`;
    await commands.executeCommand(ids.showSource, { at, home: folderNamed().uri.toString() });
    const { document, selection } = await until('the source', () => window.activeTextEditor);
    assert.equal(document.uri.scheme, sourceScheme);
    assert.equal(selection.start.line + 1, line);
    assert.match(document.lineAt(selection.start.line).text, /^CYCLESCOPE_BENCH\(malloc/);
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('diagnostics are shown before anything is saved, and identify nobody', async () => {
    await commands.executeCommand(ids.collectDiagnostics);
    const { document } = await until('the text', () => window.activeTextEditor);
    const text = document.getText();
    assert.match(text, /Cyclescope \d/);
    assert.equal(document.isUntitled, true);
    assert.equal(text.includes(homedir()), false, 'the home folder is revealed');
    assert.equal(text.includes(hostname()), false, "the computer's name is revealed");
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});
