import type { PublishedChoice } from '../../workers/figures/protocol';

/** An entry of the list of published columns, or the heading over a document's. */
export type PublishedItem =
  { readonly heading: string } | { readonly choice: PublishedChoice; readonly shared: number };

/** Published columns by document; documents and columns that fit best come first. */
export function publishedItems(
  choices: readonly PublishedChoice[],
  without: readonly string[] = [],
): PublishedItem[] {
  const left = choices.filter(({ address }) => !without.includes(address));
  const documents = new Set(left.map(({ document }) => document));
  return [...documents].flatMap((document): PublishedItem[] => [
    { heading: document },
    ...left
      .filter((choice) => choice.document === document)
      .map((choice) => ({ choice, shared: choice.shared })),
  ]);
}
