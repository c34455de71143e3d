import type { LabelTable } from '#chain/labels/label.ts';
import type { HistoryReader } from '#chain/model.ts';
import type { AccountFacts, FunderEvidence, Funding, Source } from '#checks/funder/evidence.ts';
import { parseAddress } from '#lib/address.ts';
import { known, mapReading, type Reading, renamed } from '#lib/reading.ts';
import type { Bodies } from './bodies.ts';
import { withSenders } from './dust.ts';
import { accountFacts } from './facts.ts';
import { followHop } from './hop.ts';
import { type Past, readPast } from './past.ts';
import { activityOf, needsHubTest, sourceOf } from './source.ts';

type SourceReadings = Pick<FunderEvidence, 'funding' | 'source' | 'sourceAccount' | 'sourceActivity' | 'hop'>;

/** Looks at the main source: its account, how busy it was, who sent the small credits beside it, and its own funder. */
export async function gatherSource(
  funding: Funding,
  reader: HistoryReader,
  bodies: Bodies,
  labels: LabelTable,
): Promise<SourceReadings> {
  const source = sourceOf(funding, labels);
  const tested = source && needsHubTest(source) ? source : null;
  // A source of tokens or fees is not followed: how it got its lamports says nothing of what it gave.
  const followed = tested?.basis === 'lamports' ? parseAddress(tested.address) : null;
  const [sourceAccount, past, credits] = await Promise.all([
    readAccount(source, reader),
    tested ? readPast(tested.address, tested.transaction, reader, followed && bodies) : null,
    withSenders(funding.credits, reader),
  ]);
  return {
    funding: known({ ...funding, credits }),
    source: known(source),
    sourceAccount,
    sourceActivity: past ? activityReading(past) : known(null),
    hop: followed && past?.known ? await followHop(followed, past.value, bodies, labels) : known(null),
  };
}

async function readAccount(source: Source | null, reader: HistoryReader): Promise<Reading<AccountFacts | null>> {
  const address = parseAddress(source?.address);
  if (!address) return known(null);
  const state = await reader.account(address);
  return state.known ? known(accountFacts(state.value.value)) : renamed('source_account', state.gap);
}

function activityReading(past: Reading<Past>): FunderEvidence['sourceActivity'] {
  return past.known ? mapReading(past, ({ entries }) => activityOf(entries)) : renamed('source_activity', past.gap);
}
