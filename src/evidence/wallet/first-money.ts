import type { LabelTable } from '#chain/labels/label.ts';
import type { HistoryReader, SignatureEntry } from '#chain/model.ts';
import { isHub } from '#checks/funder/evidence.ts';
import { type Address, isOnCurve } from '#lib/address.ts';
import type { Reading } from '#lib/reading.ts';
import { type FirstFunder, firstFunder } from '../funder/first-funder.ts';
import { PAGE_SIGNATURES } from '../funder/listing.ts';
import { readPast } from '../funder/past.ts';
import { activityOf, pageBefore } from '../funder/source.ts';

/** Where somebody's first money is looked for. */
interface Tracing {
  readonly reader: HistoryReader;
  readonly labels: LabelTable;
}

/** Most wallets pay for something with what their first transaction brought. */
const BODIES_MAX = 3;
/** Creators whose first money is looked for. */
const CREATORS_MAX = 3;

/** For each of the creators, who links the wallet to it; absent where nobody does, or where that could not be told. */
export type FirstMoney = (creators: readonly Address[]) => Promise<ReadonlyMap<Address, Address>>;

/**
 * Begins to look for the wallet's first money, which takes three rounds, and answers for creators, the first three of them, as
 * soon as they are known, in two: somebody gave first money to both the wallet and the creator, or the one of them to the
 * other. To be told, an own key is needed, a history of less than one page, and a giver without a label who is not as busy as
 * those are who serve strangers. Nothing is asked for creators where the wallet's own history is too long.
 */
export function openFirstMoney(wallet: Address, tracing: Tracing): FirstMoney {
  const { reader } = tracing;
  const page = reader.signatures(wallet);
  const own = personalFunder(wallet, page, tracing);
  return async (creators) => {
    const asked = [...new Set(creators)].filter((one) => one !== wallet && isOnCurve(one)).slice(0, CREATORS_MAX);
    if (asked.length === 0 || !isShort(await page)) return new Map();
    const theirs = Promise.all(asked.map((creator) => traced(creator, reader.signatures(creator), reader)));
    const [mine, funders] = await Promise.all([own, theirs]);
    return new Map(
      asked.flatMap((creator, place): readonly [Address, Address][] => {
        const source = funders[place]?.source ?? null;
        if (mine !== null && (mine === creator || mine === source)) return [[creator, mine]];
        return source === wallet ? [[creator, wallet]] : [];
      }),
    );
  };
}

type Page = Reading<readonly SignatureEntry[]>;

function isShort(page: Page): boolean {
  return page.known && page.value.length < PAGE_SIGNATURES;
}

/** Who gave the wallet its first lamports; null where that takes more than one page, or cannot be told. */
async function traced(wallet: Address, first: Promise<Page>, reader: HistoryReader): Promise<FirstFunder | null> {
  const page = await first;
  if (!isShort(page)) return null;
  const funder = await firstFunder(wallet, reader, page, BODIES_MAX);
  return funder.known ? funder.value : null;
}

/** The same, where it is somebody whom strangers do not share. */
async function personalFunder(
  wallet: Address,
  first: Promise<Page>,
  { reader, labels }: Tracing,
): Promise<Address | null> {
  const funder = await traced(wallet, first, reader);
  if (!funder || !isOnCurve(funder.source)) return null;
  const label = labels.find(funder.source);
  if (label && label.grade !== 'weak') return null;
  const page = pageBefore(funder.source, funder.transaction, reader);
  const past = await readPast(funder.source, page, reader, null);
  return past.known && !isHub(activityOf(past.value.entries)) ? funder.source : null;
}
