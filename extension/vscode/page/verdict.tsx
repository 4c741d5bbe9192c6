import type { VERDICTS } from '../../compare';

type Verdict = (typeof VERDICTS)[number];

/** A sign for each verdict, so that none depends only on colour. */
export const SIGNS: Readonly<Record<Verdict, string>> = {
  improved: '▼',
  regressed: '▲',
  changed: '≠',
  unchanged: '=',
  'within layout': '↔',
  undecided: '≈',
  inconclusive: '?',
};

/** The sign beside a verdict's word. */
export function VerdictSign({ verdict }: { readonly verdict: Verdict }) {
  return (
    <span class="sign" aria-hidden="true">
      {SIGNS[verdict]}
    </span>
  );
}
