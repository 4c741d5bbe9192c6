import { randomBytes } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { listNames, TargetError } from '../../base';
import { isProcessAlive, processMark, startGuardian } from '../../host';
import type { TargetLog } from '../target';
import { frameMessage, grpcHeaders } from './grpc';
import { hasTags, type Laboratory, NAME_TAG, openLaboratory } from './laboratory';
import {
  messages,
  methodPath,
  type LabPlace,
  readReservations,
  type Reservation,
  type Resource,
  type Tags,
} from './protocol';

/*
 * Takes a place of a laboratory for a while: reserves it, waits for its turn, acquires it, and releases it. The
 * coordinator distinguishes users by their names, and keeps a place for one that is gone. Each lease therefore has a name
 * of its own, and its guardian gives back what it has if this process dies.
 */

/** A place that is ours until it is released. */
export interface Lease {
  readonly place: LabPlace;
  /** Its resources, as they became when the place was acquired. */
  readonly resources: readonly Resource[];
  /** Aborts, with a TargetError as its reason, if the place is no longer ours. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

interface LeaseOptions {
  readonly signal: AbortSignal;
  readonly log: TargetLog;
  /** Throws if a place is of no use; it is not acquired then. */
  readonly check: (place: LabPlace, resources: readonly Resource[]) => void;
}

/** Something that is given back in the end: a place, or a reservation. */
interface Holding {
  readonly method: string;
  readonly message: readonly number[];
}

const POLL_MS = 1000;
/** States of a reservation in labgrid. */
const [WAITING, ALLOCATED] = [0, 1];

/** Waits for a place with these tags, and acquires it. */
export async function leasePlace(tags: Tags, options: LeaseOptions): Promise<Lease> {
  const { signal, log } = options;
  const user = newUser();
  const guardian = startGuardian({ remove: [] });
  const holdings: Holding[] = [];
  let laboratory: Laboratory | undefined;
  const giveBack = async ({ method, message }: Holding) => {
    await laboratory?.call(method, message).catch((error: Error) => {
      log.debug(`${method} failed: ${error.message}`);
    });
  };
  const release = async () => {
    laboratory?.watch(() => undefined);
    for (const holding of holdings) await giveBack(holding);
    laboratory?.close();
    await guardian.end();
  };
  try {
    signal.throwIfAborted();
    const lab = (laboratory = await openLaboratory(user, signal));
    const hold = (method: string, message: readonly number[]) => {
      holdings.unshift({ method, message });
      guardian.giveBack(`http://${lab.address}`, holdings.map(toRequest));
    };
    const name = await reserve(lab, tags, options, hold);
    const reserved = placeNamed(lab, name);
    options.check(reserved, lab.resourcesAt(reserved));
    hold('ReleasePlace', messages.release(name, user));
    await lab.call('AcquirePlace', messages.acquire(name)).catch((error: Error) => {
      throw new TargetError(
        'start-failed',
        `${name} could not be acquired: ${error.message}`,
        `The coordinator's and the exporter's output explain it; labgrid-client -x ${lab.address} -p ${name} show lists the state.`,
      );
    });
    // It would keep the place from others for a minute, should this run and its guardian be killed.
    await Promise.all(holdings.splice(1).map(giveBack));
    await lab.sync();
    signal.throwIfAborted();
    const place = placeNamed(lab, name);
    return { place, resources: lab.resourcesAt(place), lost: watchLoss(lab, place, user), release };
  } catch (error) {
    await release();
    if (signal.aborted) throw new TargetError('cancelled', 'Waiting for a place was cancelled');
    throw error;
  }
}

/** A name that no other lease has; labgrid's own tools expect one slash in it. */
export function newUser(): string {
  const { pid } = process;
  return `${userPrefix()}${pid}~${processMark()}~${randomBytes(4).toString('hex')}`;
}

function userPrefix(): string {
  const { LG_HOSTNAME: host, LG_USERNAME: user } = process.env;
  return `${host || hostname()}/${user || userInfo().username}~cyclescope~`;
}

/** The process of a run of the same user on this computer that has ended without releasing a place. */
function findEndedProcess(user: string): string | undefined {
  const prefix = userPrefix();
  if (!user.startsWith(prefix)) return undefined;
  const [pid = '', mark = ''] = user.slice(prefix.length).split('~');
  return isProcessAlive(Number(pid), mark) ? undefined : pid;
}

const toRequest = ({ method, message }: Holding) => ({
  headers: grpcHeaders(methodPath(method)),
  body: frameMessage(message).toString('base64'),
});

function placeNamed(lab: Laboratory, name: string): LabPlace {
  const place = lab.place(name);
  if (place) return place;
  throw new TargetError(
    'start-failed',
    `${name} was removed from the laboratory`,
    'Name another place; to list them: labgrid-client places',
  );
}

/** Reserves a place and waits until it is its turn; returns the place's name. */
async function reserve(
  lab: Laboratory,
  tags: Tags,
  { signal, log }: LeaseOptions,
  hold: (method: string, message: readonly number[]) => void,
): Promise<string> {
  if (lab.placesWith(tags).length === 0) throw noPlace(lab, tags);
  const ask = async (method: string, message: readonly number[]) => {
    const [answer] = readReservations(await lab.call(method, message));
    if (answer) return answer;
    throw new TargetError(
      'start-failed',
      `The coordinator did not answer ${method}`,
      "The coordinator's output explains it.",
    );
  };
  let reservation = await ask('CreateReservation', messages.reserve(tags));
  const { token } = reservation;
  hold('CancelReservation', messages.cancel(token));
  let reported = '';
  while (reservation.state === WAITING) {
    const position = await describePosition(lab, reservation);
    if (position !== reported) log.info((reported = position));
    await sleep(POLL_MS, undefined, { signal });
    reservation = await ask('PollReservation', messages.poll(token));
  }
  if (reservation.state === ALLOCATED && reservation.place !== undefined) return reservation.place;
  throw new TargetError(
    'start-failed',
    `The reservation of ${describeTags(tags)} has expired`,
    'Run it again.',
  );
}

/** Names what is wanted, for messages: a place, or its tags. */
export function describeTags(tags: Tags): string {
  return tags.get(NAME_TAG) ?? `a place with ${textOfTags(tags)}`;
}

/** Tags as labgrid writes them. */
export const textOfTags = (tags: Tags) =>
  [...tags].map(([key, value]) => `${key}=${value}`).join(' ');

function noPlace(lab: Laboratory, tags: Tags): TargetError {
  const places = lab.placesWith(new Map());
  const known = places.map((place) => `${place.name} (${textOfTags(place.tags) || 'no tags'})`);
  return new TargetError(
    'start-failed',
    `The laboratory at ${lab.address} does not have ${describeTags(tags)}`,
    places.length === 0
      ? 'It has no places. Create one: labgrid-client -p NAME create'
      : `It has ${listNames(known, 5)}.`,
  );
}

/** Describes how far ahead a reservation is, and who has what it waits for. */
async function describePosition(lab: Laboratory, own: Reservation): Promise<string> {
  const suitable = lab.placesWith(own.tags);
  const ended = listEnded(lab, suitable);
  const [first] = ended;
  // There is nothing else to wait for.
  if (first && ended.length === suitable.length) {
    throw new TargetError('start-failed', first.what, first.remedy);
  }
  const all = readReservations(await lab.call('GetReservations', []));
  const before = all.filter(
    ({ state, created, tags }) =>
      state === WAITING && created < own.created && suitable.some((place) => hasTags(place, tags)),
  );
  const users = suitable.map(({ name, user }) => `${name} by ${user === '' ? 'nobody yet' : user}`);
  const waiting = `Waiting for ${describeTags(own.tags)}: number ${before.length + 1} in the queue. In use: ${listNames(users, 3)}.`;
  return [waiting, ...ended.map(({ what, remedy }) => `${what}. ${remedy}`)].join(' ');
}

/** A place that is kept for a run that has ended. */
interface EndedLease {
  readonly what: string;
  readonly remedy: string;
}

function listEnded({ address }: Laboratory, places: readonly LabPlace[]): readonly EndedLease[] {
  return places.flatMap(({ name, user }) => {
    const pid = findEndedProcess(user);
    if (pid === undefined) return [];
    return {
      what: `${name} is kept for a run of yours that has ended (process ${pid})`,
      remedy: `Release it: labgrid-client -x ${address} -p ${name} release --kick`,
    };
  });
}

/** Watches over a place that is ours. */
function watchLoss(lab: Laboratory, { name }: LabPlace, user: string): AbortSignal {
  const life = new AbortController();
  const before = new Set(lab.resourcesAt(placeNamed(lab, name)).map(({ exporter }) => exporter));
  const lose = (what: string, hint: string) =>
    life.abort(new TargetError('target-gone', what, hint));
  const look = (end?: string) => {
    if (end !== undefined) {
      return lose(
        `labgrid's coordinator at ${lab.address} is gone, and with it the right to use ${name}: ${end}`,
        'Start it, or the tunnel to it, and run again.',
      );
    }
    const place = lab.place(name);
    if (place?.user !== user) {
      return lose(`${name} was taken away from this run`, 'Ask those who share it, and run again.');
    }
    const exporters = new Set(lab.resourcesAt(place).map(({ exporter }) => exporter));
    for (const exporter of before) {
      if (exporters.has(exporter)) continue;
      lose(`The exporter ${exporter} of ${name} is gone`, 'Start labgrid-exporter there again.');
    }
  };
  lab.watch(look);
  look();
  return life.signal;
}
