import * as vscode from 'vscode';
import { imagePlaces } from '../../engine/images/find';
import type { Target } from '../../targets/target';
import type { BuildEnd, Home, ImageBenches, Images } from '../services';
import { hasChanged } from '../settings';
import { programEnvironment } from '../settings/programs';
import { heldAgainstSources } from './ages';
import { buildTarget } from './build';
import { buildCommands, type BuildServices } from './commands';
import type { Parts } from './extras';
import { readBenches } from './read';
import { watchElfs, watchPlaces, watchSources } from './watch';

/** The images of each home's targets. */
export function newImages(services: BuildServices): Images {
  const { context, homes, log, projects } = services;
  const changed = new vscode.EventEmitter<Home>();
  const known = new Map<string, Promise<ImageBenches>>();
  const problems = vscode.languages.createDiagnosticCollection('cyclescope');
  const building = new Map<string, Promise<BuildEnd>>();

  const places = (home: Home) =>
    imagePlaces({
      cwd: home.cwd,
      packageFolder: context.extensionUri.fsPath,
      environment: programEnvironment(context, home),
    });
  const read = async (home: Home, target: Target) => {
    const image = await readBenches(places(home), target, wordsFor(target), (text) =>
      log.info(text),
    );
    return projects.builds(home, target.id) ? heldAgainstSources(image, home.cwd) : image;
  };
  const benches = (home: Home, target: Target) => {
    const key = JSON.stringify([home.id, target.id, target.elfs]);
    const found = known.get(key) ?? read(home, target);
    known.set(key, found);
    found.catch(() => known.delete(key));
    return found;
  };
  const forget = (home: Home) => {
    for (const key of known.keys()) {
      if ((JSON.parse(key) as readonly string[])[0] === home.id) known.delete(key);
    }
    changed.fire(home);
  };
  const build = (home: Home, target: Target, parts?: Parts) => {
    const key = JSON.stringify([home.id, target.id]);
    const running =
      building.get(key) ??
      buildNow({ ...services, problems }, home, target, { benches, parts }).finally(() => {
        building.delete(key);
        forget(home);
      });
    building.set(key, running);
    return running;
  };
  context.subscriptions.push(
    changed,
    problems,
    watchPlaces({ homes, places }, forget),
    watchSources(homes, forget),
    watchElfs(services, forget),
    vscode.workspace.onDidChangeConfiguration((event) => {
      for (const home of homes.list()) if (hasChanged(event, 'imagesFolder', home)) forget(home);
    }),
    // A folder of images that was held back counts from now on.
    vscode.workspace.onDidGrantWorkspaceTrust(() => homes.list().forEach(forget)),
    ...buildCommands(services, { benches, build }),
  );
  const areBuilt = (home: Home, target: Target) =>
    target.elfs === undefined || projects.builds(home, target.id);
  return { onDidChange: changed.event, places, benches, areBuilt, build };
}

const wordsFor = ({ id }: Target) => ({
  none: vscode.l10n.t('There is no image for {0} yet.', id),
  unusable: (why: string) => vscode.l10n.t('The image for {0} cannot be used: {1}', id, why),
});

async function buildNow(
  services: BuildServices & { readonly problems: vscode.DiagnosticCollection },
  home: Home,
  target: Target,
  { benches, parts }: { readonly benches: Images['benches']; readonly parts: Parts | undefined },
): Promise<BuildEnd> {
  const ofProject = await services.projects.rebuild(home, target.id);
  return ofProject ?? buildTarget(services, home, target.id, await benches(home, target), parts);
}
