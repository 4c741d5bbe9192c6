import { CONF } from './conf';
import { COPY } from './sdk';

/** What is added and belongs into version control. */
const ADDED = [COPY, CONF];

/** What is to be known where a `.gitignore` keeps the agent from whoever checks the project out. */
export function ignoredRemarks(text: string | undefined): readonly string[] {
  return ADDED.filter((place) => isIgnored(text ?? '', place)).map(
    (place) =>
      `.gitignore leaves out ${place}: whoever checks the project out will not have the agent.`,
  );
}

/** Whether a pattern of the project's own folder means a name in it; the last that does counts. */
function isIgnored(text: string, name: string): boolean {
  return text.split(/\r?\n/).reduce((ignored, line) => {
    const [, not, pattern = ''] = /^(!?)\/?(.*?)\/?\s*$/.exec(line) ?? [];
    if (pattern === '' || line.startsWith('#') || pattern.includes('/')) return ignored;
    return glob(pattern).test(name) ? not === '' : ignored;
  }, false);
}

/** A set of characters is taken as it is written: nobody leaves the agent out by one. */
function glob(pattern: string): RegExp {
  const escaped = pattern.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`);
}
