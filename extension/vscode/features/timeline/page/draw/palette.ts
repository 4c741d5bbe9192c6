import { isHighContrast, kindColours, themeColour } from '../../../../page';
import type { Lane } from '../../schemas';

/** The timeline's colours in canvas notation. */
export interface Palette {
  readonly background: string;
  readonly foreground: string;
  readonly dim: string;
  readonly grid: string;
  readonly focus: string;
  readonly selection: string;
  readonly warning: string;
  readonly font: string;
  readonly isHighContrast: boolean;
  /** By lane number. */
  readonly lanes: readonly string[];
  readonly hatchings: Hatchings;
}

/** Tasks take these in turn; lanes distinguish them, colours only help. */
const TASKS: readonly (readonly string[])[] = [
  ['--vscode-charts-blue'],
  ['--vscode-charts-green'],
  ['--vscode-charts-purple'],
  ['--vscode-terminal-ansiCyan', '--vscode-charts-blue'],
  ['--vscode-terminal-ansiBrightMagenta', '--vscode-charts-purple'],
  ['--vscode-terminal-ansiBrightGreen', '--vscode-charts-green'],
];

const KINDS: Readonly<Partial<Record<Lane['kind'], readonly string[]>>> = {
  interrupt: kindColours.interrupt,
  timer: kindColours.timer,
  scheduler: kindColours.scheduler,
  idle: kindColours.idle,
  marker: ['--vscode-charts-orange'],
  mark: ['--vscode-charts-orange'],
  print: ['--vscode-charts-foreground', '--vscode-foreground'],
  operation: ['--vscode-charts-purple'],
  block: ['--vscode-descriptionForeground', '--vscode-foreground'],
  sample: ['--vscode-charts-green'],
};

/** The theme variables for each lane's colour. */
export function laneVariables(lanes: readonly Lane[]): readonly (readonly string[])[] {
  let tasks = 0;
  return lanes.map((lane) => KINDS[lane.kind] ?? TASKS[tasks++ % TASKS.length] ?? []);
}

/** Reads the theme. */
export function readPalette(lanes: readonly Lane[]): Palette {
  return {
    background: themeColour('--vscode-editor-background'),
    foreground: themeColour('--vscode-editor-foreground', '--vscode-foreground'),
    dim: themeColour('--vscode-descriptionForeground', '--vscode-foreground'),
    grid: themeColour(
      ...(isHighContrast() ? ['--vscode-contrastBorder'] : []),
      '--vscode-editorIndentGuide-background1',
      '--vscode-editorIndentGuide-background',
      '--vscode-widget-border',
      '--vscode-foreground',
    ),
    focus: themeColour('--vscode-focusBorder'),
    selection: themeColour('--vscode-editor-selectionBackground', '--vscode-focusBorder'),
    warning: themeColour('--vscode-editorWarning-foreground', '--vscode-charts-yellow'),
    font: `11px ${themeColour('--vscode-font-family')}, sans-serif`,
    isHighContrast: isHighContrast(),
    hatchings: new Map(),
    lanes: laneVariables(lanes).map((names) => themeColour(...names, '--vscode-charts-blue')),
  };
}

/** The height of a lane's bars as a share of the lane; kinds that run below others are lower. */
export function barShare({ kind }: Lane): number {
  if (kind === 'idle') return 0.25;
  return kind === 'scheduler' || kind === 'block' ? 0.5 : 0.8;
}

const SIZE = 6;

/** Hatching that distinguishes kinds of lanes without colour. */
const STROKES: Readonly<Partial<Record<Lane['kind'] | 'gap', readonly number[][]>>> = {
  interrupt: [[0, SIZE, SIZE, 0]],
  timer: [[SIZE / 2, 0, SIZE / 2, SIZE]],
  scheduler: [[0, SIZE / 2, SIZE, SIZE / 2]],
  gap: [
    [0, SIZE, SIZE, 0],
    [-1, 1, 1, -1],
    [SIZE - 1, SIZE + 1, SIZE + 1, SIZE - 1],
  ],
};

/** True if a kind's bars have hatching of their own. */
export const isHatched = (kind: Lane['kind']): boolean => kind in STROKES;

/** Created once per theme. */
type Hatchings = Map<string, string | CanvasPattern>;

/** A hatching fill: lines of one colour on a transparent background. */
export function hatching(
  known: Hatchings,
  context: CanvasRenderingContext2D,
  kind: Lane['kind'] | 'gap',
  line: string,
): string | CanvasPattern {
  const key = `${kind} ${line}`;
  const made = known.get(key) ?? make(context, kind, line);
  known.set(key, made);
  return made;
}

function make(
  context: CanvasRenderingContext2D,
  kind: Lane['kind'] | 'gap',
  line: string,
): string | CanvasPattern {
  const strokes = STROKES[kind];
  if (!strokes) return line;
  const tile = new OffscreenCanvas(SIZE, SIZE);
  const pen = tile.getContext('2d');
  if (!pen) return line;
  pen.strokeStyle = line;
  pen.lineWidth = 1.2;
  for (const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] of strokes) {
    pen.beginPath();
    pen.moveTo(x1, y1);
    pen.lineTo(x2, y2);
    pen.stroke();
  }
  return context.createPattern(tile, 'repeat') ?? line;
}
