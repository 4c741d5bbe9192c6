import * as vscode from 'vscode';
import type { SystemCalls } from '../../workers/system/protocol';
import { confirm } from '../messages';
import type { Home, ImageBenches, Services } from '../services';
import { programEnvironment } from '../settings/programs';
import { startWorker } from '../worker';

type Offer = SystemCalls['extras']['gives'][number];
type Licence = NonNullable<Offer['licence']>;

/** Optional parts of an image, and the licences that the user agreed to. */
export interface Parts {
  readonly extras: readonly string[];
  readonly agreed: readonly string[];
}

/**
 * What an image is built with again: the parts that it has. Their licences were agreed to when it was
 * built here, which images from elsewhere do not tell.
 */
export function partsOf(present: ImageBenches, offers: readonly Offer[]): Parts {
  const extras = 'missing' in present || present.origin !== 'built' ? [] : (present.extras ?? []);
  return { extras, agreed: licencesOf(offers, extras).map(({ name }) => name) };
}

/** The optional parts that there are. */
export async function offeredExtras(
  { context }: Pick<Services, 'context'>,
  home: Home,
): Promise<readonly Offer[]> {
  const worker = startWorker<SystemCalls>(context, 'system', programEnvironment(context, home));
  try {
    return await worker.client.call('extras', {});
  } finally {
    await worker.end();
  }
}

/** Lets the user choose parts, and agree to their licences; nothing when he turns away. */
export async function chooseParts(
  target: string,
  present: ImageBenches,
  offers: readonly Offer[],
): Promise<Parts | undefined> {
  const { extras: before } = partsOf(present, offers);
  const items = offers.map(({ name, about }) => ({
    ...{ label: name, description: aboutOf(name) ?? about, picked: before.includes(name) },
  }));
  const placeHolder = vscode.l10n.t('What shall the images for {0} have besides?', target);
  const picked = await vscode.window.showQuickPick(items, { canPickMany: true, placeHolder });
  if (!picked) return undefined;
  const extras = picked.map(({ label }) => label);
  for (const licence of licencesOf(offers, extras)) {
    if (!(await agrees(licence))) return undefined;
  }
  return { extras, agreed: licencesOf(offers, extras).map(({ name }) => name) };
}

const licencesOf = (offers: readonly Offer[], extras: readonly string[]) =>
  offers.filter(({ name }) => extras.includes(name)).flatMap(({ licence }) => licence ?? []);

async function agrees({ name, terms }: Licence): Promise<boolean> {
  const question = vscode.l10n.t('Do you agree to the licence of {0}?', name);
  const yes = vscode.l10n.t('Agree and Build');
  return confirm(question, { detail: termsOf(name) ?? terms, yes });
}

const LANGUAGES: Readonly<Record<string, string>> = { cpp: 'C++', rust: 'Rust', zig: 'Zig' };

/** The worker's words in the user's language, for those that are known here. */
function aboutOf(name: string): string | undefined {
  if (name === 'crypto') {
    return vscode.l10n.t('ciphers and digests of wolfCrypt (GPL or commercial licence)');
  }
  const language = LANGUAGES[name];
  return language && vscode.l10n.t("the kernel's operations as {0} calls them", language);
}

function termsOf(name: string): string | undefined {
  if (name !== 'wolfcrypt') return undefined;
  return vscode.l10n.t(
    'wolfCrypt, of wolfSSL Inc., is under the GNU General Public License, version 3 or later, or a commercial licence. Cyclescope does not ship it: its sources come from the Rust registry and are built on this computer. Whoever passes on an image with it must keep to one of these licences.',
  );
}
