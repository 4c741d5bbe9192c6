import type { AgentImage } from '../../agent';
import { TargetError } from '../../base';
import { board } from '../board';
import type { TargetKind } from '../kind';
import { serial } from '../serial';
import { ssh } from '../ssh';
import { getImagesName, type OpenOptions, type Target, type TargetLink } from '../target';
import { NAME_TAG, openLaboratory } from './laboratory';
import { type Lease, leasePlace, describeTags, newUser, textOfTags } from './lease';
import type { LabPlace, Resource, Tags } from './protocol';
import { resourceAddress, NETWORK_SERVICE, resourceAt } from './resource';

const SCHEME = 'labgrid://';
const ADDRESS = /^labgrid:\/\/(?:(\w[\w.-]*)|\?(\w+=[\w.-]+(?:&\w+=[\w.-]+)*))$/;

/** Boards, and Linux machines, that labgrid lends to one user at a time. */
export const labgrid: TargetKind = {
  support: {
    title: 'boards of a laboratory that labgrid manages',
    counts: 'whatever its clock counts',
    tried: {
      linux: 'tried with labgrid 26.0.1 on loopback',
      macos: 'not tried',
      windows: 'not tried',
    },
  },
  address: {
    scheme: SCHEME,
    form: 'labgrid://PLACE or labgrid://?tag=value&tag=value',
    pattern: '^labgrid://.+$',
    about: 'a place that labgrid manages: a board or a Linux machine that several people share',
    find: (text, sshConfig) => {
      const tags = parseLabAddress(text);
      return tags && { target: labgridTarget({ id: text, sshConfig }, tags) };
    },
  },
};

/** Reads the tags of a place; its name is one of them. */
export function parseLabAddress(text: string): Tags | undefined {
  const [, place, query] = ADDRESS.exec(text) ?? [];
  if (place !== undefined) return new Map([[NAME_TAG, place]]);
  return query === undefined ? undefined : new Map(new URLSearchParams(query));
}

/** An address of labgrid, and ssh's configuration for places that are reached that way. */
interface Address {
  readonly id: string;
  readonly sshConfig: string | undefined;
}

function labgridTarget(address: Address, tags: Tags): Target {
  const { id } = address;
  // What was measured on one place goes on there.
  let wanted = tags;
  let reached: ReachedTarget | undefined;
  const target: Target = {
    id,
    title: `${describeTags(tags)}, managed by labgrid`,
    deterministic: false,
    isRemote: true,
    writesFlash: true,
    elfs: {},
    requirements: () => Promise.resolve([]),
    // Of a machine whose load may change figures, once it is known which one it is.
    conditions: async (signal) => (await reached?.conditions?.(signal)) ?? '',
    identify: async (signal) => ({ ...target, ...(await imagesAt(address, tags, signal)) }),
    open: async (image, options) => {
      const lease = await leasePlace(wanted, { ...options, check: resourceAt });
      wanted = new Map([[NAME_TAG, lease.place.name]]);
      const { target, link } = await openAt(address, lease, image, options);
      reached = target;
      return link;
    },
  };
  return target;
}

/** Opens the target at a place that is ours; the place is released when its link is closed. */
async function openAt(
  address: Address,
  lease: Lease,
  image: AgentImage,
  options: OpenOptions,
): Promise<{ readonly target: ReachedTarget; readonly link: TargetLink }> {
  const { place, resources, lost } = lease;
  try {
    const resource = resourceAt(place, resources);
    const target = reach(address, resourceAddress(place, resource));
    // Files of the user's own are for this address; a machine at the place has one of its own.
    const { id } = image.manifest.target === address.id ? target : { id: image.manifest.target };
    const link = await target.open(
      { ...image, manifest: { ...image.manifest, target: id } },
      { ...options, signal: AbortSignal.any([options.signal, lost]) },
    );
    const facts = { ...link.facts, ...collectFacts(place, resource) };
    return { target, link: watchLink(link, lease, facts) };
  } catch (error) {
    await lease.release();
    throw lost.aborted ? lost.reason : error;
  }
}

/** The link of a place: it ends when the place is lost, and releases it when it is closed. */
function watchLink(
  link: TargetLink,
  { lost, release }: Lease,
  facts: TargetLink['facts'],
): TargetLink {
  const end = async () => {
    try {
      await link.close();
    } finally {
      await release();
    }
  };
  let closing: Promise<void> | undefined;
  return {
    ...link,
    facts,
    nextLine: (timeoutMs) => beforeLoss(link.nextLine(timeoutMs), lost),
    close: () => {
      closing ??= end();
      return closing;
    },
  };
}

/** Waits for something unless the place is lost; leaves nothing behind on the signal, which outlives all lines. */
async function beforeLoss<T>(coming: Promise<T>, lost: AbortSignal): Promise<T> {
  let lose: () => void = () => undefined;
  const loss = new Promise<never>((_, reject) => (lose = () => reject(lost.reason)));
  lost.addEventListener('abort', lose);
  if (lost.aborted) lose();
  try {
    return await Promise.race([coming, loss]);
  } finally {
    lost.removeEventListener('abort', lose);
  }
}

/** Which of several equal boards it was. */
function collectFacts(
  place: LabPlace,
  { exporter, params }: Resource,
): Readonly<Record<string, string>> {
  const probe = params.get('probe') ?? params.get('probe_serial');
  return {
    place: place.name,
    exporter,
    ...(place.tags.size > 0 && { place_tags: textOfTags(place.tags) }),
    ...(probe !== undefined && { probe }),
  };
}

/** Asks a Linux machine for its images, as over SSH; other places need files of the user's own. */
async function imagesAt(
  address: Address,
  tags: Tags,
  signal: AbortSignal,
): Promise<Pick<Target, 'images' | 'elfs'>> {
  const laboratory = await openLaboratory(newUser(), signal);
  try {
    const [place] = laboratory.placesWith(tags);
    if (!place) return {};
    const resource = resourceAt(place, laboratory.resourcesAt(place));
    if (resource.cls !== NETWORK_SERVICE) return {};
    const machine = reach(address, resourceAddress(place, resource));
    const found = await machine.identify?.(signal);
    return found ? { images: getImagesName(found), elfs: undefined } : {};
  } finally {
    laboratory.close();
  }
}

/** The target at a place. */
type ReachedTarget = Pick<Target, 'id' | 'open' | 'identify' | 'conditions'>;

/** The target at an address of another kind, under the address of labgrid. */
function reach({ id, sshConfig }: Address, text: string): ReachedTarget {
  for (const kind of [board, serial, ssh]) {
    const found = kind.address?.find(text, sshConfig);
    if (found === undefined) continue;
    if ('target' in found) return found.target;
    const reached = kind.reach?.({ ...found.board, id }, { isLent: true });
    if (reached) return { id, open: reached.open };
  }
  throw new TargetError(
    'start-failed',
    `${id} leads to ${text}, which is not an address`,
    'Correct the host, the port or the user name in the configuration of its exporter.',
  );
}
