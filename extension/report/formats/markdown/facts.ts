import { formatNumber, NO_FIGURE, plural } from '../../../measure';
import { type RunPass, type RunRecord, summarise } from '../../../runs';
import { code, markdownTable } from '../../markdown-text';
import { enoughSentence } from '../../wording';

/** Describes how a run was measured. */
export function methodList(record: RunRecord): string {
  const places = [...new Set(summarise(record).map(({ at }) => at))].filter((at) => at !== '');
  const lines = [
    ...record.passes.map(passLine),
    `${plural(record.repeat, 'repeat')}; the first execution of each operation is kept apart (cold).`,
    `Percentiles are by nearest rank. ${enoughSentence()}`,
    'The trimmed mean leaves out the largest hundredth; a batch mean has no reading inside.',
    ...(places.length === 0 ? [] : [`Declared at ${places.map(code).join(', ')}.`]),
  ];
  return lines.map((line) => `- ${line}`).join('\n');
}

/** Matches the names of all facts of our agents. */
const WORD = /^\w+$/;

/** The agents' facts, a column for each pass. */
export function factTable({ passes }: RunRecord): string {
  const names = new Set(passes.flatMap(({ facts }) => Object.keys(facts)));
  const titles = ['fact', ...passes.map(({ build }) => build)];
  const lines = Array.from(names, (name) => [
    WORD.test(name) ? name : code(name),
    ...passes.map(({ facts }) => code(facts[name] ?? '') || NO_FIGURE),
  ]);
  return markdownTable(titles, lines);
}

function passLine({ build, image, recording, stream }: RunPass): string {
  const hooks = image.hooks === 1 ? 'linked in' : 'not linked in';
  // Unknown for the user's own builds; their agent's facts are listed.
  const flags = image.flags === '' ? '' : ` with ${code(image.flags)}`;
  return (
    `The ${build} image ${code(image.sha256.slice(0, 12))}: trace hooks ${hooks}, ` +
    `${code(image.compiler)}${flags}; recorded in ${code(recording)} ` +
    `(${formatNumber(stream.bytes)} bytes, ${plural(stream.events, 'event')}).`
  );
}
