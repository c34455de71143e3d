import type { HistoryReader, SignatureEntry } from '#chain/chain-reader.ts';
import type { LabelTable } from '#chain/labels/label.ts';
import type { Link, Person } from '#derive/token/insiders/clusters.ts';
import { type GapCause, isFailure, mapReading, type Reading } from '#lib/reading.ts';
import { isHub } from '#rules/funder/evidence.ts';
import type { FunderCluster, UntracedHolder } from '#rules/token/evidence.ts';
import type { Address } from '#solana/address.ts';
import { earlyFunder, type FirstFunder, firstFunder, firstFunderIn } from '../../sources/first-funder.ts';
import { CROWDED_PAGES, HOP_BODIES_MAX, PAGE_SIGNATURES } from '../../sources/listing.ts';
import { readSoundly, soundnessOf } from '../../sources/sound-list.ts';
import { pageBefore, readActivity } from '../../sources/source.ts';

/** Oldest transactions of a wallet, or of a funder, in which its first money is searched: most wallets pay the second one. */
const OLDEST_BODIES_MAX = 5;

/**
 * Entries of a full page that decide whether the wallet is busy itself or others crowd its list, as anybody can: then at least half of
 * them are of others.
 */
const SAMPLE_MAX = 8;

/** Wallets of a funder that the metrics list as a cluster. */
const LISTED_WALLETS_MIN = 3;

/** Payments are similar if they are within this time, and if each amount reaches this share of the largest. */
const ALIKE_SECONDS_MAX = 21_600;
const ALIKE_AMOUNT_PERCENT_MIN = 85n;

/** First payments that are this close in time and similar in amount belong together, whoever paid; two may do so by chance. */
const TOGETHER_SECONDS_MAX = 60;
const TOGETHER_WALLETS_MIN = 3;

/** A funder that was there so long before its payment is no wallet of this launch. Its own funder need not be known. */
const LONG_LIVED_SECONDS = 30 * 86_400;

/** The first money of a wallet. `funder` is null where no address gave it any, or where it was not found. */
export interface Traced extends Person {
  readonly funder: FirstFunder | null;
  readonly why: UntracedHolder['why'] | null;
}

/**
 * The payer of a wallet. `person`: not known to serve the public, as exchanges do; null where that could not be read. `funder`: the giver
 * of its own first money; null where that was not found. `since`: the time of its oldest transaction; null where not all are listed.
 */
export interface MoneySource {
  readonly source: Address;
  readonly person: boolean | null;
  readonly funder: FirstFunder | null;
  readonly since: number | null;
  /** Why endpoints did not show its kind or its funder; null where they did. */
  readonly unread: GapCause | null;
}

type Page = Reading<readonly SignatureEntry[]>;

/**
 * Finds the first funder of a wallet from its newest page. Behind a full page the oldest transactions are read where an endpoint
 * offers them, or where others crowd the list; else the wallet is busy.
 */
export async function traceFunder(person: Person, page: Page, reader: HistoryReader): Promise<Traced> {
  if (!page.known) return { ...person, funder: null, why: page.gap.cause };
  const isFull = page.value.length >= PAGE_SIGNATURES;
  const funder = isFull
    ? await readSoundly(
        person.wallet,
        reader,
        (from) => behindFullPage(person.wallet, from),
        (found) => (found ? soundnessOf(found) : 'unread'),
      ).then((found) => (found && !isLimit(found) ? found : behindCrowd(person.wallet, page, reader)))
    : await firstFunder(person.wallet, reader, page, OLDEST_BODIES_MAX);
  if (funder === null) return { ...person, funder: null, why: 'limit_reached' };
  return {
    ...person,
    ...(funder.known ? { funder: funder.value, why: null } : { funder: null, why: funder.gap.cause }),
  };
}

async function behindFullPage(wallet: Address, reader: HistoryReader): Promise<Reading<FirstFunder | null> | null> {
  const page = await reader.bodies?.(wallet, { order: 'oldest', limit: HOP_BODIES_MAX });
  if (!page?.known || page.value.entries.length === 0) return null;
  const bodies = page.value.entries.map((entry) => entry.body());
  return firstFunderIn(wallet, bodies, page.value.next !== null);
}

/** The first funder behind a full page that is mostly of others; null where the wallet is busy itself, or where it is too long. */
async function behindCrowd(
  wallet: Address,
  page: Page,
  reader: HistoryReader,
): Promise<Reading<FirstFunder | null> | null> {
  const entries = page.known ? page.value : [];
  const sample = entries.filter((_, at) => at % Math.ceil(entries.length / SAMPLE_MAX) === 0);
  const bodies = await Promise.all(sample.map(({ signature }) => reader.transaction(signature)));
  const foreign = bodies.filter((body) => body.known && !body.value.signers.includes(wallet)).length;
  if (foreign * 2 < sample.length) return null;
  const funder = await earlyFunder(wallet, reader, page, CROWDED_PAGES);
  return isLimit(funder) ? null : funder;
}

function isLimit(found: Reading<unknown>): boolean {
  return !found.known && found.gap.cause === 'limit_reached';
}

/** True for a label that is not weak: it marks a public service. */
export function isService(source: Address, labels: LabelTable): boolean {
  const label = labels.find(source);
  return label !== null && label.grade !== 'weak';
}

/**
 * Reads the kinds of the first funders and their own funders, in two rounds. A label marks a service, and so does a full page of history
 * in a short time before the first payment, so that funding these wallets does not by itself make it a service.
 */
export async function readSources(
  traced: readonly Traced[],
  labels: LabelTable,
  reader: HistoryReader,
): Promise<ReadonlyMap<Address, MoneySource>> {
  const first = new Map<Address, FirstFunder>();
  for (const { funder } of traced) {
    const before = funder && first.get(funder.source);
    if (funder && (!before || funder.slot < before.slot)) first.set(funder.source, funder);
  }
  const read = [...first.values()].map(async ({ source, transaction }): Promise<MoneySource> => {
    const nothing = { source, funder: null, since: null, unread: null };
    if (isService(source, labels)) return { ...nothing, person: false };
    const page = await reader.signatures(source);
    if (!page.known) return { ...nothing, person: null, unread: page.gap.cause };
    if (page.value.length >= PAGE_SIGNATURES) {
      const person = await isPerson(source, transaction, reader);
      return { ...nothing, ...(person.known ? { person: person.value } : { person: null, unread: person.gap.cause }) };
    }
    const since = page.value.at(-1)?.blockTime ?? null;
    const funder = await firstFunder(source, reader, page, OLDEST_BODIES_MAX);
    if (funder.known) return { ...nothing, since, person: true, funder: funder.value };
    return { ...nothing, since, person: true, unread: isFailure(funder.gap) ? funder.gap.cause : null };
  });
  return new Map((await Promise.all(read)).map((one) => [one.source, one]));
}

async function isPerson(source: Address, transaction: string, reader: HistoryReader): Promise<Reading<boolean>> {
  const page = await pageBefore(source, transaction, reader);
  const busy = page.known ? await readActivity(page.value, reader) : page;
  return mapReading(busy, (activity) => !isHub(activity));
}

/** The links that first payments make: one funder, one funder of funders, and like payments in the same minute. */
export function fundingLinks(
  traced: readonly Traced[],
  sources: ReadonlyMap<Address, MoneySource>,
  labels: LabelTable,
): readonly Link[] {
  const children = childrenOf(traced);
  const persons = [...sources.values()].filter(({ person }) => person === true);
  const direct = persons.map(({ source }): Link => ({ by: 'funder', source, wallets: children.get(source) ?? [] }));
  return [...direct, ...furtherLinks(persons, sources, children, labels), ...togetherLinks(traced)];
}

/** Funders with one funder. One that is not proven to be a person must have paid them alike. */
function furtherLinks(
  persons: readonly MoneySource[],
  sources: ReadonlyMap<Address, MoneySource>,
  children: ReadonlyMap<Address, readonly Address[]>,
  labels: LabelTable,
): readonly Link[] {
  const above = new Map<Address, readonly MoneySource[]>();
  for (const one of persons) {
    if (one.funder) above.set(one.funder.source, [...(above.get(one.funder.source) ?? []), one]);
  }
  return [...above].flatMap(([source, funders]): readonly Link[] => {
    const known = sources.get(source);
    const payments = funders.flatMap(({ funder }) => funder ?? []);
    const isOne = known ? known.person === true : !isService(source, labels) && alike(payments);
    const wallets = funders.flatMap((one) => [one.source, ...(children.get(one.source) ?? [])]);
    return isOne ? [{ by: 'funders_funder', source, wallets: [...wallets, ...(children.get(source) ?? [])] }] : [];
  });
}

function childrenOf(traced: readonly Traced[]): ReadonlyMap<Address, readonly Address[]> {
  const children = new Map<Address, readonly Address[]>();
  for (const { wallet, funder } of traced) {
    if (funder) children.set(funder.source, [...(children.get(funder.source) ?? []), wallet]);
  }
  return children;
}

interface FirstPayment {
  readonly wallet: Address;
  readonly time: number;
  readonly funder: FirstFunder;
}

/** Runs of first payments, each within a minute of the one before it, of like amounts; the longest first, in whatever order they were found. */
function togetherLinks(traced: readonly Traced[]): readonly Link[] {
  let left: readonly FirstPayment[] = traced
    .flatMap(({ wallet, funder }) => (funder?.time == null ? [] : [{ wallet, time: funder.time, funder }]))
    .sort((a, b) => a.time - b.time || (a.wallet < b.wallet ? -1 : 1));
  const links: Link[] = [];
  for (;;) {
    const run = left
      .flatMap((most) => runsBelow(most, left))
      .reduce<readonly FirstPayment[]>((longest, one) => (one.length > longest.length ? one : longest), []);
    if (run.length < TOGETHER_WALLETS_MIN) return links;
    const payers = new Set(run.map(({ funder }) => funder.source));
    const [payer = null] = payers;
    const source = payers.size === 1 ? payer : null;
    links.push({ by: 'funded_together', source, wallets: run.map(({ wallet }) => wallet) });
    left = left.filter((one) => !run.includes(one));
  }
}

/** The runs of payments that are like a payment and no larger. `all`: oldest first. */
function runsBelow({ funder: most }: FirstPayment, all: readonly FirstPayment[]): readonly (readonly FirstPayment[])[] {
  const runs: FirstPayment[][] = [];
  for (const one of all) {
    if (one.funder.lamports > most.lamports || !areLike([most, one.funder])) continue;
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && one.time - last.time <= TOGETHER_SECONDS_MAX) run.push(one);
    else runs.push([one]);
  }
  return runs;
}

/** Three wallets or more with one personal funder. */
export function funderClusters(
  traced: readonly Traced[],
  sources: ReadonlyMap<Address, MoneySource>,
): readonly FunderCluster[] {
  return [...childrenOf(traced).keys()].flatMap((funder) => {
    const own = traced
      .flatMap((one) => (one.funder?.source === funder ? [{ ...one, funder: one.funder }] : []))
      .sort((a, b) => a.funder.slot - b.funder.slot);
    if (sources.get(funder)?.person !== true || own.length < LISTED_WALLETS_MIN) return [];
    const wallets = own.map(({ wallet, tokens, funder: { lamports, time } }) => ({ wallet, tokens, lamports, time }));
    return [{ funder, wallets, alike: alike(own.map((one) => one.funder)) }];
  });
}

/** The other wallets that the creator's first funder, a person, funded first. */
export function sharingWith(
  creator: Address | null,
  traced: readonly Traced[],
  sources: ReadonlyMap<Address, MoneySource>,
): readonly Address[] {
  const funder = traced.find(({ wallet }) => wallet === creator)?.funder?.source;
  if (funder === undefined || sources.get(funder)?.person !== true) return [];
  return traced.filter((one) => one.wallet !== creator && one.funder?.source === funder).map(({ wallet }) => wallet);
}

/**
 * Holders that may belong to others: not traced, or with an unread funder. An unlabelled funder of several that appears to be a service
 * may be a wallet made busy on purpose, so its wallets count as busy. So do those whose money came over two wallets that are neither
 * services nor long-lived: any person can put such wallets before a holder.
 */
export function untracedBy(
  traced: readonly Traced[],
  sources: ReadonlyMap<Address, MoneySource>,
  labels: LabelTable,
): readonly UntracedHolder[] {
  const children = childrenOf(traced);
  return traced.flatMap(({ wallet, tokens, funder, why }): readonly UntracedHolder[] => {
    if (why) return [{ wallet, tokens, why }];
    const source = funder && sources.get(funder.source);
    if (!source) return [];
    if (source.unread) return [{ wallet, tokens, why: source.unread }];
    const isShared = (children.get(source.source)?.length ?? 0) > 1;
    const isHidden = source.person ? isFar(source, funder, labels) : isShared && !isService(source.source, labels);
    return isHidden ? [{ wallet, tokens, why: 'limit_reached' }] : [];
  });
}

/** Whether a payment leads on to a wallet that was not read. */
function isFar({ funder, since }: MoneySource, { time }: FirstFunder, labels: LabelTable): boolean {
  if (funder !== null && isService(funder.source, labels)) return false;
  return since === null || time === null || time - since < LONG_LIVED_SECONDS;
}

type Payment = Pick<FirstFunder, 'lamports' | 'time'>;

function alike(payments: readonly Payment[]): boolean {
  const times = payments.flatMap(({ time }) => time ?? []);
  if (times.length === payments.length && Math.max(...times) - Math.min(...times) <= ALIKE_SECONDS_MAX) return true;
  return areLike(payments);
}

function areLike(payments: readonly Payment[]): boolean {
  const most = payments.reduce((largest, { lamports }) => (lamports > largest ? lamports : largest), 0n);
  return payments.every(({ lamports }) => lamports * 100n >= most * ALIKE_AMOUNT_PERCENT_MIN);
}
