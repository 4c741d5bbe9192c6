import { strict as assert } from 'node:assert';
import { type TextDocument, Uri, WorkspaceEdit, commands, workspace } from 'vscode';
import { commands as ids } from '../../../../extension/vscode/names/ids';
import { cyclescope, until } from '../cyclescope';
import { folderNamed, lensTitles } from '../firmware';

const path = 'benchmarks/crc.c';
const target = 'qemu-freertos-m7';

/** Waits until the lenses of the file show everything that is expected. */
const lensesSay = (...expected: readonly RegExp[]) =>
  until(expected.join(', '), async () => {
    const titles = await lensTitles(folderNamed(), path);
    return expected.every((each) => titles.some((title) => each.test(title)));
  });

async function insertBefore(document: TextDocument, mark: string, text: string): Promise<void> {
  const edit = new WorkspaceEdit();
  const at = document.positionAt(document.getText().indexOf(mark));
  edit.insert(document.uri, at, text);
  assert(await workspace.applyEdit(edit));
}

describe("a benchmark of the user's own", () => {
  before(() => cyclescope().activate());

  it('is built and measured by its lenses', async () => {
    const home = folderNamed().uri.toString();
    await commands.executeCommand(ids.buildImage, { home, target });
    await lensesSay(/Run on qemu-freertos-m7/);
    await commands.executeCommand(ids.run, { home, target, patterns: ['crc'] });
    await lensesSay(/^p50 [\d,]+ · p99 [\d,]+ · max [\d,]+ instr$/);
  });

  it('is stale once it was edited, but not by a comment', async () => {
    const document = await workspace.openTextDocument(Uri.joinPath(folderNamed().uri, path));
    await insertBefore(document, 'CYCLESCOPE_BENCH(', '/* measured below */\n\n');
    await lensesSay(/Run on qemu-freertos-m7/, /^p50/);
    assert(!(await lensTitles(folderNamed(), path)).some((title) => /stale/.test(title)));
    await insertBefore(document, 'CYCLESCOPE_BENCH(', 'static int more_work;\n');
    await lensesSay(/edited since the image for qemu-freertos-m7 was built/, /stale: p50/);
    await commands.executeCommand('workbench.action.files.revert', document.uri);
  });
});
