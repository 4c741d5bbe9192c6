import type { Finding } from './finding';

/** Where Cyclescope builds a project: once for the figures, once for the trace. */
const OURS = /\bbuild\/cyclescope\/(headline|traced)(?=\/|$)/;

/** Two builds of one project are one board, which gets the program of either. */
export function pairedBuilds(findings: readonly Finding[]): readonly Finding[] {
  const other = (finding: Finding) =>
    findings.find((one) => one.name !== finding.name && projectOf(one) === projectOf(finding));
  return findings.flatMap((finding): readonly Finding[] => {
    const build = OURS.exec(finding.name)?.[1];
    if (build === undefined) return [finding];
    const pair = other(finding);
    if (build === 'traced') return pair === undefined ? [finding] : [];
    return [withTraced(finding, pair)];
  });
}

/** The same for both builds of a project, by one runner. */
function projectOf({ kind, name, folder }: Finding): string {
  return [kind, folder?.path, name.replace(OURS, '')].join(' ');
}

function withTraced(finding: Finding, other: Finding | undefined): Finding {
  const { images } = finding.found;
  const traced = other?.found.images;
  if (images?.kind !== 'files' || traced?.kind !== 'files') return finding;
  return {
    ...finding,
    found: { ...finding.found, images: { ...images, traced: traced.headline } },
  };
}
