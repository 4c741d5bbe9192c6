import type { BoardSetup } from '../swd/setup';
import { settingBoards } from './boards-setting';
import { boardsOf } from './finding';
import { launchBoards } from './launch/launch';
import { cmakeBoards, mcuxBoards } from './mcux';
import { pairedBuilds } from './paired-builds';
import type { World } from './world';
import { zephyrBoards } from './zephyr';

/** A board that was found. */
export interface DetectedBoard extends BoardSetup {
  /**
   * The commands of `${command:NAME}` that its server's settings ask for and nobody has run yet: run
   * them on a click, put the answers into `World.commands` and detect again.
   */
  readonly commands: readonly string[];
}

/** What was found, the most likely first, and what could not be read. */
export interface Detection {
  readonly boards: readonly DetectedBoard[];
  readonly problems: readonly string[];
}

/** Finds the boards that the user's own configurations describe. */
export function detect(world: World): Detection {
  const described = settingBoards(world);
  const launched = launchBoards(world);
  const built = world.folders.flatMap((folder) => [
    ...zephyrBoards(folder, world),
    ...mcuxBoards(folder, world),
    ...cmakeBoards(folder, world),
  ]);
  return {
    boards: boardsOf([...described.findings, ...launched.findings, ...pairedBuilds(built)]),
    problems: [...(world.problems ?? []), ...described.problems, ...launched.problems],
  };
}
