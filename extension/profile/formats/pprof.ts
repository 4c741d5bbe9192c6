import {
  newTable,
  type ProtobufBytes,
  protobufField as field,
  protobufMessage as nested,
  protobufText,
} from '../../base';
import { type Profile, listStackNodes } from '../stacks';
import { countByStack, locateInstruction, type ProfileFormat, formatSourceFile } from './format';

/** pprof's protobuf, not compressed: `go tool pprof` and others read both. */
export const pprof: ProfileFormat = {
  id: 'pprof',
  ending: 'pb',
  about: 'go tool pprof: stacks with addresses and lines',
  write: (profiles) => {
    const texts = newTable<string>((text) => text);
    texts.add('');
    const tables = newTables(texts.add);
    const valueType = [
      field(1, texts.add(profiles.some(({ sampled }) => sampled) ? 'samples' : 'instructions')),
      field(2, texts.add('count')),
    ];
    const label = texts.add('operation');
    const samples = profiles.flatMap((profile) => {
      const name = texts.add(profile.name);
      const labels = nested(3, field(1, label), field(2, name));
      return countByStack(profile).map(([node, at, count]) => {
        const locations = locate(profile, node, at, tables);
        return nested(2, ...locations.map((id) => field(1, id)), field(2, count), labels);
      });
    });
    const fields = [
      nested(1, ...valueType),
      ...samples,
      ...tables.locations.rows.map((row, index) => nested(4, ...writeLocation(row, index + 1))),
      ...tables.functions.rows.map((row, index) => nested(5, ...writeFunction(row, index + 1))),
      ...texts.rows.map((text) => protobufText(6, text)),
    ];
    return Uint8Array.from(fields.flat());
  },
};

interface Named {
  readonly name: number;
  readonly file: number;
  readonly line: number;
}

interface Location {
  readonly address: number;
  readonly function: number;
  readonly line: number;
}

function newTables(addText: (text: string) => number) {
  return {
    addText,
    functions: newTable<Named>(({ name, file, line }) => `${name} ${file} ${line}`),
    locations: newTable<Location>((row) => `${row.address} ${row.function} ${row.line}`),
  };
}

/** Returns the locations of an instruction's stack, innermost first. Ids begin at 1. */
function locate(
  profile: Profile,
  node: number,
  at: number,
  { addText, functions, locations }: ReturnType<typeof newTables>,
): number[] {
  let { address, line } = locateInstruction(profile, at);
  return listStackNodes(profile, node)
    .reverse()
    .map((each) => {
      const { function: own = -1, calledLine = 0 } = profile.nodes[each] ?? {};
      const { name = '?', file = -1, line: declared = 0 } = profile.functions[own] ?? {};
      const named = {
        name: addText(name),
        file: addText(formatSourceFile(profile, file)),
        line: declared,
      };
      const location = { address, function: functions.add(named) + 1, line };
      // The address of a caller is not stored: its line is that of the call.
      [address, line] = [0, calledLine];
      return locations.add(location) + 1;
    });
}

function writeLocation({ address, function: own, line }: Location, id: number): ProtobufBytes[] {
  const location = nested(4, field(1, own), field(2, line));
  return [field(1, id), ...(address > 0 ? [field(3, address)] : []), location];
}

function writeFunction({ name, file, line }: Named, id: number): ProtobufBytes[] {
  return [field(1, id), field(2, name), field(3, name), field(4, file), field(5, line)];
}
