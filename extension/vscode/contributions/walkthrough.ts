import { commands, sampleSeen } from '../names';
import { text } from './text';

interface StepText {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** The image's alternative text. */
  readonly image: string;
  readonly completionEvents: readonly string[];
}

const button = (label: string, command: string) => `[${label}](command:${command})`;

const steps: readonly StepText[] = [
  {
    id: 'sample',
    title: 'Try it without hardware',
    description: `The sample run shows FreeRTOS on an emulated Cortex-M7: a distribution for every operation, the published figures next to it, and what made the slow samples slow.\n${button('Open the sample run', commands.openSampleRun)}`,
    image: 'A histogram with its median and its 99th percentile marked.',
    completionEvents: [`onCommand:${commands.openSampleRun}`, `onContext:${sampleSeen}`],
  },
  {
    id: 'target',
    title: 'Choose a target',
    description: `A target is what benchmarks run on: an emulated board, your own board over its debug port, this computer, or a Linux machine over SSH. Boards in your launch configurations are found automatically. A project of your own (Zephyr, MCUXpresso SDK, FreeRTOS or Linux) can be a target as well: the agent is added to its build and can be removed without a trace. The view *Targets* shows what each target needs and what is missing.\n${button('Select the active target', commands.selectTarget)}\n${button('Add a board…', commands.addBoard)}\n${button('Add the agent to this project…', commands.addAgent)}\n${button('Check this computer', commands.checkComputer)}`,
    image: 'A list of targets, one of them marked as active.',
    completionEvents: [`onCommand:${commands.selectTarget}`],
  },
  {
    id: 'run',
    title: 'Run a benchmark',
    description: `Click the triangle next to an operation in the Testing view, or above its source. The agent is deployed and measures; every execution is a sample.\n${button('Benchmark the active target', commands.run)}`,
    image: 'A line of source code with a run button above it and a small histogram at its end.',
    completionEvents: [`onCommand:${commands.run}`, 'onContext:cyclescope.hasRuns'],
  },
  {
    id: 'compare',
    title: 'Compare',
    description: `Put runs side by side, or a run next to a published table. The verdict is shown with its interval; anything that cannot be compared is shown with the reason.\n${button('Compare…', commands.compare)}`,
    image: 'Two histograms, one above the other, with the ratio of their means.',
    completionEvents: [
      `onCommand:${commands.compare}`,
      `onCommand:${commands.compareWithPublished}`,
    ],
  },
  {
    id: 'export',
    title: 'Export a report',
    description: `A Markdown report contains the figures, the histograms and how everything was measured, so that others can check it.\n${button('Export report…', commands.exportReport)}`,
    image: 'A page with a table and a histogram.',
    completionEvents: [`onCommand:${commands.exportReport}`],
  },
];

/** The id with which VS Code opens the walkthrough, after the extension's own. */
export const walkthroughId = 'start';

/** `contributes.walkthroughs` */
export const walkthroughs = [
  {
    id: walkthroughId,
    title: text('walkthrough', 'First steps with Cyclescope'),
    description: text(
      'walkthrough.description',
      'From the sample run to a report on your own board in five steps.',
    ),
    steps: steps.map(({ id, title, description, image, completionEvents }) => ({
      id,
      title: text(`walkthrough.${id}`, title),
      description: text(`walkthrough.${id}.description`, description),
      media: {
        svg: `media/walkthrough/${id}.svg`,
        altText: text(`walkthrough.${id}.image`, image),
      },
      completionEvents,
    })),
  },
];
