import { useEffect, useRef } from 'preact/hooks';
import { formatChange, formatNumber, formatPercent } from '../../../../measure';
import type { FlameModel } from '../../../../report';
import { Name, t, tame } from '../../../page';
import { type FlameFrame, neighbour } from './layout';
import { current, frames, hovered, isFound, operation, type Post, zoom, zoomTo } from './store';

/** The stacks of an operation: below each function what it calls, as wide as what that costs. */
export function FlameGraph({ model, post }: { readonly model: FlameModel; readonly post: Post }) {
  const graph = useRef<HTMLDivElement>(null);
  const all = frames.value;
  const depth = Math.max(...all.map((frame) => frame.depth)) + 1;
  const focused = frameId(current.value);
  useEffect(() => {
    graph.current?.querySelector(`#${focused}`)?.scrollIntoView({ block: 'nearest' });
  }, [focused]);
  return (
    <section class="flame" aria-label={t('Flame graph')}>
      <div class="flame-scroll">
        <div
          ref={graph}
          class="flame-graph"
          role="tree"
          tabIndex={0}
          aria-label={t('Flame graph')}
          aria-activedescendant={focused}
          style={{ height: `${depth * ROW}px` }}
          onKeyDown={(event) => handleKey(event, model)}
          onMouseLeave={() => (hovered.value = undefined)}
        >
          {all.map((frame) => (
            <FrameBox key={frame.node} frame={frame} model={model} />
          ))}
        </div>
      </div>
      <Readout model={model} post={post} />
      <p class="dim">
        {model.nodes[0]?.before && (
          <>
            {t(
              'Frame width is the larger of the two sides. Red: more instructions; blue: fewer.',
            )}{' '}
          </>
        )}
        {t('Arrow keys move between frames, Enter zooms, Escape shows all.')}{' '}
        {model.omitted > 0 && t('The {0} cheapest frames are not drawn.', model.omitted)}
      </p>
    </section>
  );
}

/** The height of a row in pixels. */
const ROW = 22;

const frameId = (node: number) => `frame-${node}`;

function handleKey(event: KeyboardEvent, { nodes }: FlameModel): void {
  const { key, ctrlKey, altKey, metaKey } = event;
  if (ctrlKey || altKey || metaKey) return;
  if (key === 'Enter' || key === ' ') zoomTo(current.value);
  else if (key === 'Escape' && zoom.value !== 0) zoomTo(0);
  else {
    const next = neighbour(nodes, frames.value, current.value, key);
    if (next === undefined) return;
    current.value = next;
  }
  hovered.value = undefined;
  event.preventDefault();
}

function FrameBox({ frame, model }: { readonly frame: FlameFrame; readonly model: FlameModel }) {
  const { node, depth, from, width } = frame;
  const own = model.nodes[node];
  if (own === undefined) return null;
  const name = formatName(model, node);
  const change = computeChange(model, own);
  const states = [
    change === undefined ? chooseShade(model, own.function) : change.state,
    own.isInlined && 'inlined',
    isFound.value?.(own) === true && 'found',
    current.value === node && 'current',
  ];
  return (
    <div
      id={frameId(node)}
      class={['frame', ...states].filter(Boolean).join(' ')}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={current.value === node}
      aria-label={[name, ...formatFigures(model, node)].join(', ')}
      style={{ left: percent(from), width: percent(width), top: `${depth * ROW}px` }}
      onClick={() => zoomTo(node)}
      onMouseEnter={() => (hovered.value = node)}
    >
      {width > 0.015 && (change === undefined ? name : `${name} ${change.total}`)}
    </div>
  );
}

/**
 * Returns what a frame and its callees add, and whether it does so itself; undefined if it is no
 * difference.
 */
function computeChange(
  { samples }: FlameModel,
  { self, total, before }: FlameModel['nodes'][number],
) {
  if (before === undefined) return undefined;
  const own = (self - before.self) / Math.max(1, samples);
  const sum = (total - before.total) / Math.max(1, samples);
  const state = Math.abs(own) < TICKS ? 'same' : own > 0 ? 'more' : 'less';
  return { state, total: Math.abs(sum) < TICKS ? '' : formatChange(sum) };
}

/** Smaller differences are those of ticks that fall elsewhere. */
const TICKS = 0.5;

const percent = (part: number) => `${(100 * part).toFixed(4)}%`;

/** Neighbours mostly differ in their shades; what is no function of the program has its own. */
function chooseShade({ functions }: FlameModel, at: number): string {
  const { kind = 'all', name = '' } = functions[at] ?? {};
  if (kind !== 'function') return kind;
  const sum = [...name].reduce((so, letter) => (31 * so + letter.charCodeAt(0)) % 9973, 0);
  return `shade-${sum % 4}`;
}

function formatName({ nodes, functions }: FlameModel, node: number): string {
  const own = functions[nodes[node]?.function ?? -1];
  if (own === undefined) return tame(operation.value?.name ?? '') || t('all operations, once each');
  return own.kind === 'clock' ? t('clock and loop') : tame(own.name);
}

/** Formats a number of moments at which an operation was sampled. */
export function formatSamples(samples: number): string {
  return samples === 1 ? t('1 sample') : t('{0} samples', formatNumber(samples));
}

/** The figures of a frame in words. */
function formatFigures(
  { nodes, samples, functions, isSampled }: FlameModel,
  node: number,
): string[] {
  const { self, total, calls, isInlined, function: own, before, from } = nodes[node] ?? NOTHING;
  const whole = nodes[0]?.total ?? 0;
  if (isSampled) {
    const share = (value: number) => formatPercent(value / Math.max(1, whole));
    return [
      t('{0} of the time including callees', share(total)),
      t('{0} itself', share(self)),
      ...(isInlined ? [t('inlined')] : []),
      formatSamples(total),
    ];
  }
  const each = (value: number) => formatNumber(value / Math.max(1, samples));
  const called = isInlined
    ? t('inlined')
    : from === undefined && t('{0} calls per operation', each(calls));
  return [
    t('{0} instructions including callees', each(total)),
    t('{0} itself', each(self)),
    ...(functions[own]?.kind === 'function' && called !== false ? [called] : []),
    ...(from === undefined ? [] : [t('from instruction {0} on', formatNumber(from + 1))]),
    before
      ? t('before: {0}, {1} itself, {2} calls', ...COST_KEYS.map((key) => each(before[key])))
      : formatPercent(whole === 0 ? 0 : total / whole),
  ];
}

const COST_KEYS = ['total', 'self', 'calls'] as const;
const COST = { self: 0, total: 0, calls: 0 };
const NOTHING = { ...COST, isInlined: false, function: -1, before: undefined, from: undefined };

/** The figures of the frame under the pointer, or else of the one that keys start from. */
function Readout({ model, post }: { readonly model: FlameModel; readonly post: Post }) {
  const node = hovered.value ?? current.value;
  const { at, module } = model.functions[model.nodes[node]?.function ?? -1] ?? {};
  return (
    <div class="frame-facts">
      <p class="bar">
        <strong>
          <Name text={formatName(model, node)} />
        </strong>
        {at !== undefined ? <SourceLink at={at} post={post} /> : module && <Name text={module} />}
      </p>
      <p class="figure-line">{formatFigures(model, node).join(' · ')}</p>
    </div>
  );
}

/** Opens the source of a function. */
export function SourceLink({ at, post }: { readonly at: string; readonly post: Post }) {
  const short = at.slice(Math.max(at.lastIndexOf('/'), at.lastIndexOf('\\')) + 1);
  return (
    <button
      type="button"
      class="link code"
      title={tame(at, 1000)}
      onClick={() => post({ type: 'source', at })}
    >
      {tame(short, 60)}
    </button>
  );
}
