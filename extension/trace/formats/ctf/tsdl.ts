/*
 * Reads the metadata of a trace in CTF 1.8, which is written in the language TSDL:
 *
 *     typealias integer { size = 32; align = 8; signed = false; } := uint32_t;
 *     stream { event.header := struct { uint32_t timestamp; uint8_t id; }; };
 *     event { name = thread_switched_in; id = 0x11; fields := struct { uint32_t thread_id; }; };
 *
 * Fields must fill whole bytes. Variants, and integers that share a byte, are refused with the line that has them.
 */

/** The type of a field. */
export type FieldType =
  | {
      readonly is: 'integer';
      readonly bytes: number;
      readonly signed: boolean;
      readonly text: boolean;
    }
  | { readonly is: 'float'; readonly bytes: number }
  | { readonly is: 'string' }
  | { readonly is: 'enum'; readonly of: FieldType; readonly labels: ReadonlyMap<number, string> }
  | { readonly is: 'struct'; readonly fields: readonly Field[] }
  /** The number of elements, or the name of an earlier field that has it. */
  | { readonly is: 'array'; readonly of: FieldType; readonly length: number | string };

interface Field {
  readonly name: string;
  readonly type: FieldType;
}

/** An event as the metadata declares it. */
export interface DeclaredEvent {
  readonly name: string;
  readonly fields: readonly Field[];
}

/** The metadata of a trace with one kind of stream. */
export interface Metadata {
  readonly littleEndian: boolean;
  readonly packetHeader: FieldType;
  readonly packetContext: FieldType;
  readonly eventHeader: FieldType;
  readonly eventContext: FieldType;
  readonly events: ReadonlyMap<number, DeclaredEvent>;
  /** Clock ticks a second. */
  readonly frequency: number;
}

/** Why metadata is refused, in one sentence. */
export class MetadataProblem extends Error {}

interface Token {
  readonly text: string;
  readonly isString: boolean;
  readonly line: number;
}

/** Strings, words and numbers, `:=`, `...`, and single signs; comments are skipped. */
const TOKEN = /\/\*[^]*?(?:\*\/|$)|\/\/[^\n]*|"((?:[^"\\\n]|\\.)*)"|[\w.-]+|:=|\S|\n/g;

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  for (const [word, string] of text.matchAll(TOKEN)) {
    const isComment = word.startsWith('/*') || word.startsWith('//');
    if (!isComment && word !== '\n') {
      const isString = string !== undefined;
      tokens.push({ text: isString ? unescapeText(string) : word, isString, line });
    }
    line += word.split('\n').length - 1;
  }
  return tokens;
}

const unescapeText = (text: string) => text.replace(/\\(.)/g, '$1');

/** Deeper than any types of a trace. */
const DEEPEST = 16;
const EMPTY: FieldType = { is: 'struct', fields: [] };

/** A value of a block: a word, or a type behind `:=`. */
interface Block {
  readonly values: Map<string, string>;
  readonly types: Map<string, FieldType>;
}

/** Reads words one after the other, and the types that they have declared so far. */
interface Reader {
  readonly named: Map<string, FieldType>;
  readonly peek: () => string;
  /** Takes the next word, which must be the expected one, if any. */
  readonly take: (expected?: string) => string;
  /** Takes the next word if it is this one. */
  readonly isNext: (text: string) => boolean;
  readonly isEnd: () => boolean;
  readonly fail: (what: string) => never;
  depth: number;
}

function newReader(text: string): Reader {
  const tokens = tokenize(text);
  let at = 0;
  function fail(what: string): never {
    const line = tokens[Math.min(at, tokens.length - 1)]?.line ?? 1;
    throw new MetadataProblem(`Line ${line} of the metadata: ${what}.`);
  }
  return {
    named: new Map(),
    depth: 0,
    fail,
    peek: () => tokens[at]?.text ?? '',
    isEnd: () => at >= tokens.length,
    take(expected) {
      const token = tokens[at] ?? fail('it ends too early');
      if (expected !== undefined && token.text !== expected) {
        fail(`"${token.text}" is there, not "${expected}"`);
      }
      at++;
      return token.text;
    },
    isNext(word) {
      const token = tokens[at];
      if (token?.text !== word || token.isString) return false;
      at++;
      return true;
    },
  };
}

/** Takes words up to a sign, which stays. */
function takeUntil({ take, peek }: Reader, ...signs: readonly string[]): string {
  const words = [take()];
  while (!signs.includes(peek())) words.push(take());
  return words.join(' ');
}

function takeNumber({ take, fail }: Reader): number {
  const word = take();
  const value = Number(word);
  return Number.isFinite(value) ? value : fail(`"${word}" is not a number`);
}

/** Reads `{ name = value; name := type; }`, with declarations of types among them. */
function readBlock(reader: Reader): Block {
  const { take, isNext } = reader;
  const values = new Map<string, string>();
  const types = new Map<string, FieldType>();
  take('{');
  while (!isNext('}')) {
    if (readDeclaration(reader)) continue;
    const name = takeUntil(reader, '=', ':=');
    if (isNext(':=')) types.set(name, readType(reader));
    else {
      take('=');
      values.set(name, takeUntil(reader, ';'));
    }
    take(';');
  }
  return { values, types };
}

function readInteger(reader: Reader): FieldType {
  const { values } = readBlock(reader);
  const size = Number(values.get('size'));
  const align = Number(values.get('align') ?? 8);
  if (![8, 16, 32, 64].includes(size) || align !== 8) {
    reader.fail('integers must have 8, 16, 32 or 64 bits, and be aligned to a byte');
  }
  const signed = /^(true|1)$/i.test(values.get('signed') ?? '');
  return { is: 'integer', bytes: size / 8, signed, text: values.has('encoding') };
}

function readFloat(reader: Reader): FieldType {
  const { values } = readBlock(reader);
  const bits = Number(values.get('exp_dig')) + Number(values.get('mant_dig'));
  if (bits !== 32 && bits !== 64) reader.fail('floating-point numbers must have 32 or 64 bits');
  return { is: 'float', bytes: bits / 8 };
}

function readEnumeration(reader: Reader): FieldType {
  const { take, isNext, peek, fail, named } = reader;
  if (peek() !== ':' && peek() !== '{') take();
  const of = isNext(':') ? readType(reader) : named.get('int');
  if (of?.is !== 'integer') return fail('the type of an enumeration is unknown');
  const labels = new Map<number, string>();
  let next = 0;
  take('{');
  while (!isNext('}')) {
    const label = take();
    if (isNext('=')) {
      next = takeNumber(reader);
      // A range: values within it other than the first one are shown as numbers.
      if (isNext('...')) takeNumber(reader);
    }
    labels.set(next++, label);
    if (!isNext(',') && peek() !== '}') fail('a comma is missing');
  }
  return { is: 'enum', of, labels };
}

function readStruct(reader: Reader): FieldType {
  const { take, isNext, peek, fail, named } = reader;
  const name = peek() === '{' ? '' : take();
  if (peek() !== '{') return named.get(`struct ${name}`) ?? fail(`struct ${name} is unknown`);
  const fields: Field[] = [];
  take('{');
  while (!isNext('}')) {
    const of = readType(reader);
    // Values take bytes, or a short file could have any number of them.
    if (of.is === 'struct' && of.fields.length === 0) fail('a field has no bytes');
    const field = take().replace(/^_/, '');
    fields.push({ name: field, type: readLengths(reader, of) });
    take(';');
  }
  if (isNext('align')) {
    take('(');
    if (takeNumber(reader) > 8) fail('structures must be aligned to a byte');
    take(')');
  }
  const made: FieldType = { is: 'struct', fields };
  if (name !== '') named.set(`struct ${name}`, made);
  return made;
}

/** Reads the lengths of an array behind the name of a field, if it is one. */
function readLengths(reader: Reader, of: FieldType): FieldType {
  const lengths: (number | string)[] = [];
  while (reader.isNext('[')) {
    const word = reader.take();
    const length = /^\d/.test(word) ? Number(word) : word;
    if (length === 0) reader.fail('a field has no bytes');
    if (lengths.push(length) > DEEPEST) reader.fail('types are nested too deeply');
    reader.take(']');
  }
  return lengths.reduceRight<FieldType>((type, length) => ({ is: 'array', of: type, length }), of);
}

function readType(reader: Reader): FieldType {
  if (reader.depth === DEEPEST) reader.fail('types are nested too deeply');
  reader.depth++;
  const type = readAnyType(reader);
  reader.depth--;
  return type;
}

function readAnyType(reader: Reader): FieldType {
  const { take, isNext, peek, fail, named } = reader;
  if (isNext('integer')) return readInteger(reader);
  if (isNext('floating_point')) return readFloat(reader);
  if (isNext('enum')) return readEnumeration(reader);
  if (isNext('struct')) return readStruct(reader);
  if (isNext('string')) {
    if (peek() === '{') readBlock(reader);
    return { is: 'string' };
  }
  if (isNext('variant')) fail('variants are not supported');
  let name = take();
  // Names may have several words: unsigned long.
  while (!named.has(name) && /^\w+$/.test(peek())) name += ` ${take()}`;
  return named.get(name) ?? fail(`the type ${name} is unknown`);
}

/** Reads a declaration of a type, if there is one. */
function readDeclaration(reader: Reader): boolean {
  const { take, isNext, peek, named } = reader;
  if (isNext('typealias')) {
    const type = readType(reader);
    take(':=');
    named.set(takeUntil(reader, ';'), type);
  } else if (peek() === 'struct' || peek() === 'enum') readType(reader);
  else return false;
  take(';');
  return true;
}

/** Reads metadata; throws a MetadataProblem if it is not understood. */
export function readMetadata(text: string): Metadata {
  const reader = newReader(text);
  const { isEnd, isNext, take, fail } = reader;
  let trace: Block = { values: new Map(), types: new Map() };
  let stream = trace;
  let frequency = 1e9;
  const events = new Map<number, DeclaredEvent>();
  while (!isEnd()) {
    if (readDeclaration(reader)) continue;
    const kind = take();
    const block = readBlock(reader);
    if (kind === 'trace') trace = block;
    else if (kind === 'stream') stream = block;
    else if (kind === 'clock') frequency = Number(block.values.get('freq') ?? frequency);
    else if (kind === 'event') {
      const fields = block.types.get('fields') ?? EMPTY;
      const id = Number(block.values.get('id') ?? 0);
      if (fields.is !== 'struct') return fail('the fields of an event are not a structure');
      events.set(id, { name: block.values.get('name') ?? `event ${id}`, fields: fields.fields });
    }
    isNext(';');
  }
  if (events.size === 0) fail('it declares no events');
  if (!(frequency >= 1 && frequency <= 1e12)) fail('the clock has no frequency');
  return {
    littleEndian: !/^(be|network)$/.test(trace.values.get('byte_order') ?? ''),
    packetHeader: trace.types.get('packet.header') ?? EMPTY,
    packetContext: stream.types.get('packet.context') ?? EMPTY,
    eventHeader: stream.types.get('event.header') ?? EMPTY,
    eventContext: stream.types.get('event.context') ?? EMPTY,
    events,
    frequency,
  };
}
