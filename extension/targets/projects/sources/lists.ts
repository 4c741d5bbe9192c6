import { fieldsOf, textOf } from '../../detect/values';
import { parseYaml } from '../../detect/yaml';
import { expand, variablesOf } from '../cmake/variables';
import type { ProjectPlace } from '../place';
import type { ProjectFact } from '../project';

/** The board that a CMakeLists.txt sets, or the environment names. */
export function boardFacts({ reading, world }: ProjectPlace): readonly ProjectFact[] {
  const variables = variablesOf(reading.calls);
  const set = reading.calls.flatMap(({ name, args, line }): readonly ProjectFact[] => {
    if (name !== 'set' || !/^board$/i.test(args[0]?.text ?? '')) return [];
    const value = textOf(expand(args[1]?.text ?? '', variables));
    const source = `CMakeLists.txt:${line}`;
    return value === undefined ? [] : [{ question: 'board', value, source }];
  });
  const told = textOf(world.env['BOARD']);
  return told === undefined
    ? set
    : [...set, { question: 'board', value: told, source: 'the environment (BOARD)' }];
}

/** The boards and cores that an `example.yml` of the MCUXpresso SDK is made for. */
export function exampleFacts({ near }: ProjectPlace): readonly ProjectFact[] {
  const examples = Object.values(fieldsOf(parseYaml(near('example.yml') ?? '')));
  const boards = examples.flatMap((each) => Object.keys(fieldsOf(fieldsOf(each)['boards'])));
  return boards.flatMap((name) => {
    const [board = '', core] = name.split('@');
    const fact = (question: 'board' | 'core', value: string) =>
      ({ question, value, source: 'example.yml' }) as const;
    if (boards.length > 1) return board === '' ? [] : [fact('board', board)];
    return [fact('board', board), ...(core === undefined ? [] : [fact('core', core)])];
  });
}
