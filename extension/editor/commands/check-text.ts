import type { TargetReport } from '../../engine/doctor';
import type { Requirement } from '../../targets/target';
import { remedyOf } from '../targets/remedy';

/** Paths and commands may hold what Markdown would take for markup. */
const code = (text: string) => `\`${text.replaceAll('`', "'").replaceAll(/\s+/g, ' ')}\``;

function row(requirement: Requirement): string {
  const { name, found } = requirement;
  const remedy = code(remedyOf(requirement).text);
  const state = found === undefined ? `**missing**, get it with: ${remedy}` : code(found);
  return `- ${found === undefined ? '✗' : '✓'} ${name}: ${state}`;
}

function section({ target, requirements, forBuilding, isReady }: TargetReport): string {
  const state = isReady ? 'ready' : 'not ready';
  const building =
    forBuilding.length > 0 ? ['', 'To build images:', '', ...forBuilding.map(row)] : [];
  return [`## ${target}: ${state}`, '', ...requirements.map(row), ...building].join('\n');
}

/** What was found on a computer, as a page to read; targets that are ready come first. */
export function checkText(reports: readonly TargetReport[], title: string): string {
  const sorted = [...reports].sort((a, b) => Number(b.isReady) - Number(a.isReady));
  const ready = reports.filter(({ isReady }) => isReady).length;
  const head = [`# ${title}`, '', `${ready} of ${reports.length} targets could be measured now.`];
  return `${[head.join('\n'), ...sorted.map(section)].join('\n\n')}\n`;
}
