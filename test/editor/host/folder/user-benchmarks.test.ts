import { strict as assert } from 'node:assert';
import { type TextDocument, Uri, WorkspaceEdit, commands, workspace } from 'vscode';
import { commands as ids } from '../../../../extension/vscode/names/ids';
import { buildExecutionPlugin } from '../../../../extension/toolchain/extras/execution-plugin';
import { itemId } from '../../../../extension/vscode/common/item-id';
import { cyclescope, until } from '../cyclescope';
import { folderNamed, lensTitles } from '../firmware';
import { runWithCoverage, withTests } from '../testing';

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

  it('is profiled with coverage, which counts how often each line was executed', async () => {
    // Without it the user is asked to accept its licence.
    const packageFolder = cyclescope().extensionPath;
    const onMessage = () => undefined;
    await buildExecutionPlugin({ packageFolder, agreed: ['qemu-plugin'], onMessage });
    const home = folderNamed().uri.toString();
    const test = [{ suite: 'crc' }, { suite: 'crc', op: 'bits' }].map((own) =>
      itemId({ home, target, ...own }),
    );
    await commands.executeCommand('workbench.view.testing.focus');
    await withTests(async (tests) => {
      await until('the suite', () => tests.get(test[0] ?? ''));
      const source = Uri.joinPath(folderNamed().uri, 'src/checksum.c');
      const counts = await runWithCoverage(test, source);
      const lines = (await workspace.openTextDocument(source)).getText().split('\n');
      const getCount = (text: string) =>
        counts.get(lines.findIndex((line) => line.trim() === text) + 1) ?? 0;
      const samples = getCount('return ~crc;');
      assert(samples > 0);
      assert.equal(getCount('crc ^= bytes[i];'), 64 * samples);
      // Functions that the operation does not run have no part in it.
      const other = lines.findIndex((line) => line.includes('crc_by_nibbles'));
      assert([...counts.keys()].every((line) => line <= other));
    });
  });

  it('becomes stale after an edit, but not after a comment', async () => {
    const document = await workspace.openTextDocument(Uri.joinPath(folderNamed().uri, path));
    await insertBefore(document, 'CYCLESCOPE_BENCH(', '/* measured below */\n\n');
    await lensesSay(/Run on qemu-freertos-m7/, /^p50/);
    assert(!(await lensTitles(folderNamed(), path)).some((title) => /stale/.test(title)));
    await insertBefore(document, 'CYCLESCOPE_BENCH(', 'static int more_work;\n');
    await lensesSay(/edited since the image for qemu-freertos-m7 was built/, /stale: p50/);
    await commands.executeCommand('workbench.action.files.revert', document.uri);
  });
});
