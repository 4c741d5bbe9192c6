import { type Bench, branchTargetAt, type Elf, readRelocations, wordAt } from '../../../agent';
import { OWN_PROJECT } from '../../../chips';
import { formatAddress, type Region } from '../../../rtt';
import { badImage, type DeployableImage } from './image';
import {
  ABOUT,
  arrange,
  clockPart,
  firstAddress,
  type Given,
  partOfSection,
  redirect,
  sectionAt,
  sectionsInMemory,
} from './relocate';

/*
 * An image that runs from RAM has a part for each source of benchmarks, and parts that several of these need,
 * such as the kernel's heap. If RAM has no room for all, they are dealt to several deployments:
 *
 *     32 KB: heap, thread_new, heap_4 | mutex, context_switch, helper | thread | thread_calls, helper
 *
 * A part needs another one if it has an address in it or calls it. The kernel is always there, and what it
 * calls of a part that is left out, such as freeing what only that part could allocate, is never reached.
 *
 * What an agent reports about itself, such as its facts, is a part as well. A deployment with no room for
 * that goes without; then the first one has it, if need be alone:
 *
 *     20 KB: about | mutex, queue | context_switch, helper
 */

/** The parts of an image that are in RAM together. */
export type Deal = ReadonlySet<string>;

/** The deployments of an image. */
export interface Dealt {
  readonly deals: readonly [Deal, ...Deal[]];
  /** The parts with benchmarks that do not fit even alone, and why. */
  readonly refused: ReadonlyMap<string, string>;
  /** The parts with benchmarks that nobody asked for, left out because not all fit. */
  readonly left: ReadonlySet<string>;
  /** The deployments without what the agent reports about itself. The first one always has it. */
  readonly silent: ReadonlySet<number>;
}

/** The part of a traced image that records what the kernel does, and always needs what it calls there. */
const RECORDER = 'recorder';

/** Sections with the registry's entries of a part. */
const BENCHES = /^\.part\.([^.]+)\.benches$/;

/** An image without any such part is deployed whole. */
const NONE = '';

/**
 * Deals the parts of an image to few deployments: each part goes to the first that has room for it. An image
 * that fits is deployed whole; else only the parts with the benchmarks that are asked for are dealt.
 */
export function dealParts(
  image: DeployableImage,
  ram: Region,
  asked?: readonly Bench[],
  given: Pick<Given, 'hasCounter'> = {},
): Dealt {
  const { elf, path } = image;
  const start = firstAddress(ram);
  const needs = collectNeeds(image, given);
  const ifThere = (part: string) => (hasPart(elf, part) ? [part] : []);
  const always = [...clockPart(elf, given), ...ifThere(RECORDER)];
  const about = ifThere(ABOUT);
  const computeSize = (parts: Deal) => arrange(elf, start, parts).end - start;
  const fits = (parts: Deal) => computeSize(parts) <= ram.end - start;
  const measured = sectionsInMemory(elf).flatMap(({ name }) => BENCHES.exec(name)?.[1] ?? []);
  const addDescription = (parts: readonly string[]) =>
    withNeeds([...parts, ...about, ...always], needs);
  const orNone = (parts: readonly string[]) => (parts.length > 0 ? parts : [NONE]);
  const whole = addDescription(orNone(measured));
  if (fits(whole))
    return { deals: [whole], refused: new Map(), left: new Set(), silent: new Set() };
  const wanted = asked && new Set(asked.map(({ at }) => partOfBench(at)));
  const due = measured.filter((part) => wanted?.has(part) !== false);
  const mayBeSilent =
    about.length > 0 && !holdsAddress(ABOUT, image) && fits(addDescription([NONE]));
  const smallest = (part: string) =>
    mayBeSilent ? withNeeds([part, ...always], needs) : addDescription([part]);
  const [described, others] = divide(orNone(due), (part) => fits(addDescription([part])));
  const [silent, tooLarge] = divide(others, (part) => fits(smallest(part)));
  const first = described.length > 0 || silent.length === 0 ? described : [NONE];
  const [deal, ...more] = [
    ...pack(
      first.map((part) => addDescription([part])),
      fits,
    ),
    ...pack(silent.map(smallest), fits),
  ];
  const describeShortage = (bytes: number) =>
    `it needs ${bytes} bytes of RAM, and there are ${ram.end - start} at ${formatAddress(start)}`;
  const sizes = tooLarge.map((part) => [part, computeSize(smallest(part))] as const);
  if (deal === undefined) {
    const least = Math.min(...sizes.map(([, bytes]) => bytes));
    throw badImage(path, describeShortage(least), OWN_PROJECT);
  }
  const refused = new Map(sizes.map(([part, bytes]) => [part, describeShortage(bytes)] as const));
  const left = new Set(measured.filter((part) => !due.includes(part)));
  const deals = [deal, ...more] as const;
  const isSilent = (parts: Deal) => about.some((part) => !parts.has(part));
  const silentDeals = deals.flatMap((parts, index) => (isSilent(parts) ? [index] : []));
  return { deals, refused, left, silent: new Set(silentDeals) };
}

const hasPart = (elf: Elf, part: string) =>
  sectionsInMemory(elf).some((section) => partOfSection(section) === part);

/** Divides a list into what passes a test and what does not. */
function divide<T>(list: readonly T[], test: (each: T) => boolean): readonly [T[], T[]] {
  return [list.filter(test), list.filter((each) => !test(each))];
}

/** Finds the benchmarks of each deployment, and those that do not fit. */
export function dealBenches(benches: readonly Bench[], { deals, refused, left, silent }: Dealt) {
  const isOut = (part: string) => refused.has(part) || left.has(part);
  const findDeal = (bench: Bench) => {
    const part = partOfBench(bench.at);
    const deal = deals.findIndex((parts) => parts.has(part));
    // What is in no part is in every deployment.
    return deal < 0 && !isOut(part) ? 0 : deal;
  };
  return {
    silent,
    deals: deals.map((_, index) => benches.filter((bench) => findDeal(bench) === index)),
    refused: benches.flatMap((bench) => {
      const reason = refused.get(partOfBench(bench.at));
      return reason === undefined ? [] : [{ bench, reason }];
    }),
  };
}

/** The part with a benchmark: its source is one, or is among those of the user. */
const partOfBench = (at: string): string =>
  /(?:^|\/)target-agent\/families\/[^/]+\/([^/]+)\.c:/.exec(at)?.[1] ?? 'own';

type Needs = ReadonlyMap<string, ReadonlySet<string>>;

/** Puts each set of parts together with the first others that leave room for it. */
function pack(sets: readonly Deal[], fits: (parts: Deal) => boolean): Deal[] {
  const deals: Deal[] = [];
  for (const own of sets) {
    const at = deals.findIndex((deal) => fits(new Set([...deal, ...own])));
    if (at >= 0) deals[at] = new Set([...(deals[at] ?? []), ...own]);
    else deals.push(own);
  }
  return deals;
}

/** Returns whether what is always there has an address in a part, without which it cannot be moved. */
function holdsAddress(part: string, { elf, file }: DeployableImage): boolean {
  const sections = sectionsInMemory(elf);
  return readRelocations(file, elf).words.some((word) => {
    const from = sectionAt(sections, word);
    const to = sectionAt(sections, wordAt(elf, word) ?? 0);
    return from && to && partOfSection(from) === undefined && partOfSection(to) === part;
  });
}

/** Some parts with all that they need. */
function withNeeds(parts: readonly string[], needs: Needs): Deal {
  const found = new Set(parts);
  for (const each of found) for (const other of needs.get(each) ?? []) found.add(other);
  return found;
}

/** The parts that each part refers to. */
function collectNeeds({ elf, file }: DeployableImage, given: Pick<Given, 'hasCounter'>): Needs {
  const sections = sectionsInMemory(elf);
  const partAt = (address: number) => {
    const section = sectionAt(sections, address);
    return section && partOfSection(section);
  };
  const needs = new Map<string, Set<string>>();
  const note = (from: number, to: number) => {
    const [part, other] = [partAt(from), partAt(to)];
    if (part === undefined || other === undefined || part === other) return;
    needs.set(part, (needs.get(part) ?? new Set()).add(other));
  };
  const inOtherClock = redirect(elf, given);
  const { words, branches } = readRelocations(file, elf);
  for (const word of words) note(word, inOtherClock(wordAt(elf, word) ?? 0));
  for (const branch of branches) note(branch, inOtherClock(branchTargetAt(elf, branch)));
  return needs;
}
