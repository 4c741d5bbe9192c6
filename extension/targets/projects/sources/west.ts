import { iniValue } from '../../detect/assignments';
import { pathsOf } from '../../detect/scope';
import type { WorldFile } from '../../detect/world';
import type { ProjectPlace } from '../place';
import type { ProjectFact } from '../project';

const CONFIG = /[\\/]\.west[\\/]config$/;

function westConfig({ folder }: ProjectPlace): WorldFile | undefined {
  return folder.around?.find(({ path }) => CONFIG.test(path));
}

/** The workspace of west that a project lies in. */
export function westTopOf(place: ProjectPlace): string | undefined {
  const config = westConfig(place);
  const { dirname } = pathsOf(place.world);
  return config && dirname(dirname(config.path));
}

/** The board that `west config build.board` was told. */
export function westFacts(place: ProjectPlace): readonly ProjectFact[] {
  const board = iniValue(westConfig(place)?.text ?? '', 'build', 'board');
  return board === undefined ? [] : [{ question: 'board', value: board, source: '.west/config' }];
}
