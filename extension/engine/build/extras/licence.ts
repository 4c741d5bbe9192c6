import { nearest } from '../../../core/text/near';
import { didYouMean, EngineError } from '../../error';
import type { Extra } from './extra';

/** A licence that the user agrees to before anything under it is fetched or built. */
export interface Licence {
  /** What the user names to agree. */
  readonly name: string;
  /** What it asks for, in a sentence or two. */
  readonly terms: string;
}

/** The licences of some extras that have not been agreed to. */
export function openLicences(
  extras: readonly Extra[],
  agreed: readonly string[],
): readonly Licence[] {
  return extras
    .flatMap(({ licence }) => licence ?? [])
    .filter(({ name }) => !agreed.includes(name));
}

/** Holds names that the user gave against the licences that there are. */
export function checkLicenceNames(extras: readonly Extra[], given: readonly string[]): void {
  const known = extras.flatMap(({ licence }) => licence?.name ?? []);
  const unknown = given.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new EngineError(
    'usage',
    `No part of an agent has a licence named "${unknown}".`,
    didYouMean(nearest(unknown, known)) ?? `There is: ${known.join(', ')}.`,
  );
}

/** Ends a build whose licences are not all agreed to. */
export function requireAgreement(extras: readonly Extra[], agreed: readonly string[]): void {
  const [licence] = openLicences(extras, agreed);
  if (licence === undefined) return;
  throw new EngineError(
    'refused',
    `Nothing was fetched or built: the licence was not agreed to. ${licence.terms}`,
    `Agree beforehand with --accept-license ${licence.name}.`,
  );
}
