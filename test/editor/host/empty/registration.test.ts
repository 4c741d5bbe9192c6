import { strict as assert } from 'node:assert';
import { commands } from 'vscode';
import { cyclescope } from '../cyclescope';

/** The part of the manifest that is checked. */
interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

describe('an active extension', () => {
  it('has registered every command of its manifest', async () => {
    const { packageJSON } = cyclescope() as { readonly packageJSON: Manifest };
    await cyclescope().activate();
    const registered = new Set(await commands.getCommands(true));
    const ids = packageJSON.contributes.commands.map(({ command }) => command);
    assert.deepEqual(
      ids.filter((id) => !registered.has(id)),
      [],
    );
  });
});
