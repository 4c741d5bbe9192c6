import { expect } from 'vitest';
import { readAgent } from '../../extension/agent';
import { visibleJson, visibleText } from '../../extension/base';
import {
  compareProfiles,
  differenceText,
  formatRunProfile,
  functionsText,
  instructionsText,
  layersText,
  linesText,
  newProfile,
  openImage,
  profileFormats,
  readMarks,
  readRunProfile,
  type RunProfile,
  treeText,
} from '../../extension/profile';
import { writeDwarf, writeImage } from '../../extension/profile/image/testing';
import { exampleRunProfile } from '../../extension/profile/stored/testing';
import { buildFlame } from '../../extension/report';
import { expectHarmless, fuzz, garbleBytes, garbleJson } from './fuzz';

const stored = JSON.parse(formatRunProfile(exampleRunProfile())) as object;

/** Everything that is shown of a profile, alone and against another one. */
function everyText({ code, operations }: RunProfile): readonly string[] {
  const profiles = operations.map(({ name, ...capture }) => newProfile(name, code, capture));
  return [
    ...profiles.flatMap((profile) => [
      ...functionsText(profile, 20),
      ...treeText(profile),
      ...layersText(profile),
      ...linesText(profile),
      ...instructionsText(profile),
      visibleJson(buildFlame(profile)),
    ]),
    ...profileFormats.flatMap(({ write }) => {
      const output = write(profiles);
      return typeof output === 'string' ? output : [];
    }),
  ];
}

function isShownOrRefused(value: object): void {
  const { profile, problem } = readRunProfile(JSON.stringify(value)) as {
    profile?: RunProfile;
    problem?: string;
  };
  if (profile === undefined) return expect(problem).not.toBe('');
  // A terminal escapes the contents of a view's lines.
  everyText(profile).map(visibleText).forEach(expectHarmless);
  const [first] = compareProfiles(exampleRunProfile(), profile, () => true);
  if (first) differenceText(first, 3).map(visibleText).forEach(expectHarmless);
}

/** A stored profile in which every count is the largest number. */
const endless = structuredClone(stored) as { operations: { paths: { count: number }[] }[] };
for (const { paths } of endless.operations) for (const path of paths) path.count = 2 ** 52;

fuzz('a stored profile is shown or refused', garbleJson(stored), isShownOrRefused, [endless]);

const image = (version: 4 | 5) => {
  const inlined = { name: 'g', line: 2, from: 0x104, to: 0x110, called: 7 };
  const f = { name: 'f', line: 1, from: 0x100, to: 0x120, inlined: [inlined] };
  const bytes = Uint8Array.from({ length: 0x20 }, (_, at) => (at % 2 === 0 ? 0 : 0xbf));
  return writeImage(
    { address: 0x100, bytes },
    [
      { name: 'f', address: 0x100 },
      { name: '$t', address: 0x100 },
    ],
    writeDwarf([f], version),
  );
};

fuzz(
  'an image with debug information is read as far as it goes',
  garbleBytes(image(4), image(5)),
  (bytes) => {
    const opened = openImage(bytes);
    const { framesAt, functionAt, instructionAt, problems } = opened;
    for (const address of [0, 0x100, 0x104, 0x11e, 0xffff_fffe]) {
      expect(framesAt(address).length).toBeGreaterThan(0);
      expect(functionAt(address).name).not.toBe('');
      instructionAt(address);
    }
    expect(problems.every((problem) => problem !== '')).toBe(true);
    readMarks(opened);
    readAgent(bytes);
  },
);
