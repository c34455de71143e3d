import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '#lib/process/package-root.ts';

const SHIPPED = new URL('packages/core/src/lib/text/confusables.json', packageRoot);
const USAGE = 'usage: npm run confusables -- DIRECTORY with confusables.txt, UnicodeData.txt and DerivedAge.txt\n';

/** Every supported Node knows this version. A newer character would make answers depend on the Node that gives them. */
const KNOWN_VERSION = 15;

/** A Latin letter with a stroke or a hook, turned, small, raised, or in a frame. */
const NAMED_LETTERS = [
  /^LATIN (?:CAPITAL |SMALL )?LETTER (?:(?:SMALL CAPITAL|CAPITAL|SMALL|TURNED|REVERSED|INVERTED|SIDEWAYS|DOTLESS|SCRIPT) )*([A-Z])(?: WITH .*)?$/,
  /^MODIFIER LETTER (?:(?:CAPITAL|SMALL|TURNED|REVERSED|DOTLESS) )*([A-Z])(?: WITH .*)?$/,
  /^(?:(?:NEGATIVE|CROSSED|RAISED) )*(?:CIRCLED|SQUARED|OUTLINED) LATIN CAPITAL LETTER ([A-Z])$/,
  /^REGIONAL INDICATOR SYMBOL LETTER ([A-Z])$/,
];

const ASCII = /^[\0-\x7f]+$/;

/** Rebuilds the table of look-alikes from files of Unicode. */
function main([directory]: readonly string[]): void {
  if (!directory) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  const read = (name: string) => readFileSync(join(directory, name), 'utf8').split(/\r?\n/);
  const confusables = read('confusables.txt');
  const letters = new Map([...namedLetters(read('UnicodeData.txt')), ...confusableLetters(confusables)]);
  const version = confusables.flatMap((line) => /^# Version: (.+)$/.exec(line)?.[1] ?? []).join();
  const table = {
    source: `Unicode ${version}: confusables.txt of UTS 39, names of UnicodeData.txt, DerivedAge.txt`,
    licence: 'Copyright Unicode, Inc. Unicode License v3, https://www.unicode.org/license.txt',
    letters: byLetter(letters),
    unassigned_version: KNOWN_VERSION,
    unassigned: unassignedIn(read('DerivedAge.txt')),
  };
  writeFileSync(SHIPPED, `${JSON.stringify(table, null, 2)}\n`);
  process.stdout.write(`${letters.size} characters of Unicode ${version} written\n`);
}

/** The characters whose prototype is of ASCII letters and digits, with that in capitals. */
function confusableLetters(lines: readonly string[]): readonly (readonly [character: string, letters: string])[] {
  const rows = lines.flatMap((line) => {
    const [, source = '', prototype = ''] = /^([0-9A-F]+) ;\t([0-9A-F ]+) ;\tMA/.exec(line) ?? [];
    return source === '' ? [] : [[textOf(source), textOf(prototype)] as const];
  });
  // The prototype of `m` is `rn`, so every text with that prototype looks like an `m`.
  const ofAscii = new Map(rows.flatMap(([one, prototype]) => (/^[a-z]$/.test(one) ? [[prototype, one]] : [])));
  return rows.flatMap(([one, prototype]) => {
    const plain = (ofAscii.get(prototype) ?? prototype).normalize('NFD').replace(/\p{M}/gu, '');
    const letters = plain.toUpperCase().replace(/[^A-Z0-9]/g, '');
    return ASCII.test(one) || !ASCII.test(plain) || letters === '' ? [] : [[one, letters] as const];
  });
}

function namedLetters(lines: readonly string[]): readonly (readonly [character: string, letter: string])[] {
  return lines.flatMap((line) => {
    const [code = '', name = ''] = line.split(';');
    const letter = NAMED_LETTERS.map((form) => form.exec(name)?.[1]).find((one) => one !== undefined);
    return letter === undefined || ASCII.test(textOf(code)) ? [] : [[textOf(code), letter] as const];
  });
}

function textOf(codes: string): string {
  return codes
    .trim()
    .split(' ')
    .map((code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .join('');
}

/** Their code points by the letters. */
function byLetter(letters: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  const found = new Map<string, number[]>();
  for (const [one, letter] of letters) found.set(letter, [...(found.get(letter) ?? []), one.codePointAt(0) ?? 0]);
  const rows = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    rows.map(([letter, codes]) => [
      letter,
      codes
        .sort((a, b) => a - b)
        .map((code) => code.toString(16))
        .join(' '),
    ]),
  );
}

/** The ranges of code points that the known version has not assigned. */
function unassignedIn(ages: readonly string[]): string {
  const assigned = ages
    .flatMap((line) => {
      const [, from = '', to = from, age = ''] = /^([0-9A-F]+)(?:\.\.([0-9A-F]+))? +; (\d+\.\d+)/.exec(line) ?? [];
      return from !== '' && Number(age) <= KNOWN_VERSION ? [[Number.parseInt(from, 16), Number.parseInt(to, 16)]] : [];
    })
    .sort(([a = 0], [b = 0]) => a - b);
  const gaps: string[] = [];
  let next = 0;
  for (const [from = 0, to = 0] of [...assigned, [0x110000, 0x110000]]) {
    if (from > next) gaps.push(`${next.toString(16)}-${(from - 1).toString(16)}`);
    next = to + 1;
  }
  return gaps.join(' ');
}

main(process.argv.slice(2));
