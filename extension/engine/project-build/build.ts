import { readFile } from 'node:fs/promises';
import type { AgentImage, Bench, ImageBuild } from '../../core/agent/manifest';
import { stepsToBuild } from '../../targets/projects/build';
import { readBuilt } from '../../targets/projects/built';
import type { Answers, BuildStep, Project } from '../../targets/projects/project';
import { fittingTargets } from '../../targets/qemu/fitting';
import type { SetupGap } from '../../targets/swd/setup';
import type { AgentFiles } from '../../targets/with-elfs';
import { EngineError } from '../error';
import { describeElf } from '../images/elf-file';
import { buildFailure } from './explain';
import { recorderEnvironment } from './recorder';
import { runStep, type StepWatch } from './run-step';

/** A build of a project that the agent is in, by the project's own way. */
export interface ProjectBuildRequest extends StepWatch {
  readonly project: Project;
  readonly answers: Answers;
  /** The folder of Cyclescope's own package.json. */
  readonly packageFolder: string;
  /** Called before each step with the line that one would type. */
  readonly onStep: (build: ImageBuild, line: string) => void;
}

/** The agents that were built, and what the one for the figures measures. */
export interface BuiltProject {
  readonly files: Required<AgentFiles>;
  readonly benches: readonly Bench[];
  /** The emulated targets that are built in and on which it would run. */
  readonly emulated: readonly string[];
}

/** A failure is told by what was printed last; a build may print a great deal before. */
const LINES_KEPT = 2000;

/** Builds the agents for the figures and for the trace, each in a folder of its own. */
export async function buildProject(request: ProjectBuildRequest): Promise<BuiltProject> {
  const { project } = request;
  if (!project.hasAgent) {
    throw refused({
      what: `The agent is not in ${project.title} yet`,
      remedy: 'Add it first: in the editor "Add the agent to this project", or cyclescope add.',
    });
  }
  // What cannot be built is told before anything is.
  const plans = { headline: planOf(request, 'headline'), traced: planOf(request, 'traced') };
  const env = await recorderEnvironment(request);
  const withRecorder = (steps: readonly BuildStep[]) =>
    steps.map((step) => ({ ...step, env: { ...env, ...step.env } }));
  const headline = await buildOne(request, 'headline', withRecorder(plans.headline));
  const traced = await buildOne(request, 'traced', withRecorder(plans.traced));
  const image = { ...headline, elf: await readFile(headline.path) };
  return {
    files: { headline: headline.path, traced: traced.path },
    benches: headline.manifest.benches,
    emulated: fittingTargets(image),
  };
}

function planOf(
  { project, answers }: ProjectBuildRequest,
  build: ImageBuild,
): readonly BuildStep[] {
  const plan = stepsToBuild(project, build, answers, process.platform);
  if ('gap' in plan) throw refused(plan.gap);
  return plan.steps;
}

async function buildOne(
  request: ProjectBuildRequest,
  build: ImageBuild,
  steps: readonly BuildStep[],
): Promise<Pick<AgentImage, 'manifest' | 'path'>> {
  const { project, onStep, onLine, signal } = request;
  for (const step of steps) {
    onStep(build, step.line);
    const printed: string[] = [];
    const listen = (line: string) => {
      onLine(line);
      printed.push(line);
      if (printed.length > 2 * LINES_KEPT) printed.splice(0, LINES_KEPT);
    };
    const code = await runStep(step, { onLine: listen, signal });
    if (code !== 0) throw buildFailure(step, code, printed);
  }
  const built = await readBuilt(project, build);
  if ('gap' in built) throw refused(built.gap);
  const { manifest } = await describeElf(built.elf, project.title, build);
  return { manifest, path: built.elf };
}

function refused({ what, remedy }: SetupGap): EngineError {
  return new EngineError('refused', `${what}.`, remedy);
}
