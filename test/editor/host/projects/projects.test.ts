import { strict as assert } from 'node:assert';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Uri, WorkspaceEdit, Position, commands, window, workspace } from 'vscode';
import { commands as ids } from '../../../../extension/vscode/names/ids';
import { cyclescope, turnAway, until } from '../cyclescope';

const root = () => workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
const names = readdirSync(root(), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Every file below a folder with its bytes. */
function everything(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    files
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name))
      .sort()
      .map((path) => [path, readFileSync(path, 'latin1')]),
  );
}

function locateLists(name: string): string {
  const inFolder = join(root(), name, 'CMakeLists.txt');
  return existsSync(inFolder) ? inFolder : join(root(), name, 'armgcc', 'CMakeLists.txt');
}

const isShown = () =>
  window.tabGroups.all.some(({ tabs }) => tabs.some(({ label }) => label.includes('the agent')));

/** Takes the first entry of the list that is open. */
const accept = () => commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');

/** Runs a command and agrees to everything, by selecting the first entry of every list. */
async function agree(command: string, name: string, isDone: () => boolean): Promise<void> {
  const done = commands.executeCommand(command, Uri.file(locateLists(name)));
  await until('the change', async () => {
    if (!isShown() && !isDone()) await accept();
    return isShown() || isDone();
  });
  await until(`${command} of ${name}`, async () => {
    await accept();
    return isDone();
  });
  await turnAway(done);
}

describe("the user's projects", () => {
  before(() => cyclescope().activate());

  for (const name of names) {
    it(`${name} gets the agent and loses it again, byte for byte`, async () => {
      const before = everything(join(root(), name));
      const folder = join(locateLists(name), '..', 'cyclescope');
      await agree(ids.addAgent, name, () => existsSync(join(folder, 'SHA256SUMS')));
      assert.match(readFileSync(locateLists(name), 'utf8'), /# >>> cyclescope/);
      await until('the change to be closed', () => !isShown());
      await agree(ids.removeAgent, name, () => !existsSync(folder));
      assert.deepEqual(everything(join(root(), name)), before);
    });
  }

  it('a file with unsaved edits is not ignored', async () => {
    const uri = Uri.file(locateLists('linux-logger'));
    const before = everything(join(root(), 'linux-logger'));
    const edit = new WorkspaceEdit();
    edit.insert(uri, new Position(0, 0), '# mine\n');
    await workspace.applyEdit(edit);
    const done = commands.executeCommand(ids.addAgent, uri);
    const document = await workspace.openTextDocument(uri);
    assert(document.isDirty);
    await turnAway(done);
    assert(document.isDirty && document.getText().startsWith('# mine'));
    assert.deepEqual(everything(join(root(), 'linux-logger')), before);
  });
});
