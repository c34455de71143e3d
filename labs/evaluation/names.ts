import { canonicalNames, copiedAsset } from 'assay-core/rules/token/canonical-names.ts';
import shipped from 'assay-core/rules/token/names/listed-names.json' with { type: 'json' };
import { indexNames, listedNames, type NameIndex, resemblance } from 'assay-core/rules/token/names/listed-names.ts';
import { formsOf } from 'assay-core/rules/token/names/name-forms.ts';
import { address } from 'assay-core/solana/address.ts';
import { key } from '../../packages/core/test/support/token-evidence.ts';
import { bannedFakes, type ListedToken } from '../../packages/core/test/support/token-lists.ts';
import type { Part } from './dry-run.ts';

const NAMED_PERCENT_MIN = 85;
const FALSE_ALARMS_PERCENT_MAX = 1;

/** The first lists of the shipped names, by their indexes; the others come from elsewhere. */
const FIRST_HALF = [0, 1, 2] as const;

/** The finding for the name alone. */
const KINDS = ['known asset', 'name and symbol', 'distinctive name', 'ticker or short name', 'none'] as const;
type Kind = (typeof KINDS)[number];

/** How many fakes are named, and how many verified tokens of the lists that the names were not taken from. */
export function names(): Part {
  const index = listedNames();
  const fakes = [...bannedFakes()].map(([mint, copied]) => ({ mint, name: '', symbol: copied }));
  // Where the list that banned it verified it as well, one of the two is wrong.
  const copies = fakes.filter(({ mint, symbol }) => !index.mints.has(mint) && isListed(index, symbol));
  const ofFakes = copies.map((one) => kindOf(index, one));
  const named = ofFakes.filter((kind) => kind !== 'none').length;
  const lost = copies.filter((one) => kindOf(index, one) === 'none').map(({ symbol }) => symbol);
  const halves = [heldOut('first lists, tried on the others', true), heldOut('other lists, tried on the first', false)];
  return {
    lines: [
      `  ${cells('named as', 'fakes', ...halves.map((_, at) => `held out ${at + 1}`))}`,
      ...KINDS.map(
        (kind) => `  ${cells(kind, count(ofFakes, kind), ...halves.map(({ kinds }) => count(kinds, kind)))}`,
      ),
      `  banned fakes that copy a listed name: ${named} of ${copies.length} named = ${percent(named, copies.length)}, target >= ${NAMED_PERCENT_MIN} %; not named: ${lost.join(', ')}`,
      `  of the ${fakes.length} fakes ${fakes.length - copies.length} copy no listed name, or are verified by the same list`,
      ...halves.map(
        ({ what, raised, kinds }, at) =>
          `  held out ${at + 1} (${what}): ${raised.length} of ${kinds.length} verified raised = ${percent(raised.length, kinds.length)}, target <= ${FALSE_ALARMS_PERCENT_MAX} %: ${raised.map(({ symbol }) => symbol).join(', ')}`,
      ),
    ],
    missed: [
      ...(named * 100 < copies.length * NAMED_PERCENT_MIN ? [`fakes named: ${percent(named, copies.length)}`] : []),
      ...halves
        .filter(({ raised, kinds }) => raised.length * 100 > kinds.length * FALSE_ALARMS_PERCENT_MAX)
        .map(({ what, raised, kinds }) => `${what}: ${percent(raised.length, kinds.length)} verified raised`),
    ],
  };
}

/** Names of some lists alone, and the verified tokens of the others that they raise. Known assets are known to both. */
function heldOut(what: string, isFirst: boolean) {
  const known = new Set<string>(canonicalNames.flatMap(({ mints }) => mints));
  const isTrained = ([, , , indexes = '']: readonly string[]) =>
    indexes.split(' ').some((index) => FIRST_HALF.some((one) => String(one) === index) === isFirst);
  const index = indexNames({ tokens: shipped.tokens.filter(isTrained), common: shipped.common });
  const rest = shipped.tokens
    .filter((token) => !isTrained(token) && !known.has(token[0] ?? ''))
    .map(([mint = '', symbol = '', name = '']) => ({ mint: address(mint), symbol, name }));
  const kinds = rest.map((one) => kindOf(index, one));
  return { what, kinds, raised: rest.filter((_, at) => kinds[at] !== 'none') };
}

function kindOf(index: NameIndex, { mint, name, symbol }: ListedToken): Kind {
  if (copiedAsset(index, mint, { name, symbol })) return 'known asset';
  const found = resemblance(index, mint, { name, symbol });
  if (!found) return 'none';
  if (!found.isCopy) return 'ticker or short name';
  return found.by === 'name and symbol' ? 'name and symbol' : 'distinctive name';
}

/** Whether a name is one of the lists, common ones included. */
function isListed(index: NameIndex, copied: string): boolean {
  const { whole, plain } = formsOf(copied);
  return (
    [...whole, ...plain].some((form) => index.exact.has(form)) ||
    copiedAsset(index, key(2), { name: copied, symbol: '' }) !== null
  );
}

function count(kinds: readonly Kind[], kind: Kind): string {
  return String(kinds.filter((one) => one === kind).length);
}

function cells(what: string, ...counts: readonly string[]): string {
  return `${what.padEnd(28)}${counts.map((one) => one.padEnd(14)).join('')}`;
}

function percent(part: number, of: number): string {
  return `${((part * 100) / of).toFixed(2)} %`;
}
