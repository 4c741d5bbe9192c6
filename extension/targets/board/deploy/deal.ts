import { type Bench, branchTargetAt, readRelocations, wordAt } from '../../../agent';
import { formatAddress, type Region } from '../../../rtt';
import { badImage, type DeployableImage } from './image';
import {
  arrange,
  clockPart,
  firstPlace,
  type Given,
  OWN_PROJECT,
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
}

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
  const start = firstPlace(ram);
  const needs = collectNeeds(image, given);
  const always = clockPart(elf, given);
  const computeSize = (parts: Deal) => arrange(elf, start, parts).end - start;
  const fits = (parts: Deal) => computeSize(parts) <= ram.end - start;
  const measured = sectionsInMemory(elf).flatMap(({ name }) => BENCHES.exec(name)?.[1] ?? []);
  const partsWith = (part: string) => withNeeds(part, needs, always);
  const orNone = (parts: readonly string[]) => (parts.length > 0 ? parts : [NONE]);
  const whole = new Set(orNone(measured).flatMap((part) => [...partsWith(part)]));
  if (fits(whole)) return { deals: [whole], refused: new Map(), left: new Set() };
  const wanted = asked && new Set(asked.map(({ at }) => partOfBench(at)));
  const due = measured.filter((part) => wanted?.has(part) !== false);
  const deals: Deal[] = [];
  const tooLarge = new Map<string, number>();
  for (const part of orNone(due)) {
    const own = partsWith(part);
    const at = deals.findIndex((deal) => fits(new Set([...deal, ...own])));
    if (at >= 0) deals[at] = new Set([...(deals[at] ?? []), ...own]);
    else if (fits(own)) deals.push(own);
    else tooLarge.set(part, computeSize(own));
  }
  const describeShortage = (bytes: number) =>
    `it needs ${bytes} bytes of RAM, and there are ${ram.end - start} at ${formatAddress(start)}`;
  const [first, ...others] = deals;
  if (first === undefined) {
    throw badImage(path, describeShortage(Math.min(...tooLarge.values())), OWN_PROJECT);
  }
  const refused = Array.from(tooLarge, ([part, bytes]) => [part, describeShortage(bytes)] as const);
  const left = new Set(measured.filter((part) => !due.includes(part)));
  return { deals: [first, ...others], refused: new Map(refused), left };
}

/** Finds the benchmarks of each deployment, and those that do not fit. */
export function dealBenches(benches: readonly Bench[], { deals, refused, left }: Dealt) {
  const isOut = (part: string) => refused.has(part) || left.has(part);
  const findDeal = (bench: Bench) => {
    const part = partOfBench(bench.at);
    const deal = deals.findIndex((parts) => parts.has(part));
    // What is in no part is in every deployment.
    return deal < 0 && !isOut(part) ? 0 : deal;
  };
  return {
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

/** A part with all that it needs, and those that are always needed. */
function withNeeds(part: string, needs: Needs, always: readonly string[]): Deal {
  const found = new Set([part, ...always]);
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
