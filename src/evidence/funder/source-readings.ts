import type { LabelTable } from '#chain/labels/label.ts';
import type { ChainReader, SignatureEntry } from '#chain/model.ts';
import type { AccountFacts, FunderEvidence, Funding, Hop, Source } from '#checks/funder/evidence.ts';
import { parseAddress } from '#lib/address.ts';
import { known, mapReading, type Reading, renamed } from '#lib/reading.ts';
import type { Bodies } from './bodies.ts';
import { withSenders } from './dust.ts';
import { accountFacts } from './facts.ts';
import { followHop } from './hop.ts';
import { activityOf, needsHubTest, pageBefore, sourceOf } from './source.ts';

type SourceReadings = Pick<FunderEvidence, 'funding' | 'source' | 'sourceAccount' | 'sourceActivity' | 'hop'>;

/** Looks at the main source: its account, how busy it was, who sent the small credits beside it, and its own funder. */
export async function gatherSource(
  funding: Funding,
  reader: ChainReader,
  bodies: Bodies,
  labels: LabelTable,
): Promise<SourceReadings> {
  const source = sourceOf(funding, labels);
  const tested = source && needsHubTest(source) ? source : null;
  const [sourceAccount, page, credits] = await Promise.all([
    readAccount(source, reader),
    tested ? pageBefore(tested.address, tested.transaction, reader) : null,
    withSenders(funding.credits, reader),
  ]);
  return {
    funding: known({ ...funding, credits }),
    source: known(source),
    sourceAccount,
    sourceActivity: page ? activityReading(page) : known(null),
    hop: tested ? await readHop(tested, page, reader, bodies, labels) : known(null),
  };
}

async function readAccount(source: Source | null, reader: ChainReader): Promise<Reading<AccountFacts | null>> {
  const address = parseAddress(source?.address);
  if (!address) return known(null);
  const state = await reader.account(address);
  return state.known ? known(accountFacts(state.value.value)) : renamed('source_account', state.gap);
}

function activityReading(page: Reading<readonly SignatureEntry[]>): FunderEvidence['sourceActivity'] {
  return page.known ? mapReading(page, activityOf) : renamed('source_activity', page.gap);
}

/** A source of tokens or fees is not followed: how it got its lamports says nothing of what it gave. */
async function readHop(
  { address, basis }: Source,
  page: Reading<readonly SignatureEntry[]> | null,
  reader: ChainReader,
  bodies: Bodies,
  labels: LabelTable,
): Promise<Reading<Hop | null>> {
  const source = parseAddress(address);
  if (!source || basis !== 'lamports' || !page?.known) return known(null);
  return followHop(source, page.value, reader, bodies, labels);
}
