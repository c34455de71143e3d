import type { AccountFacts } from '#checks/address-facts.ts';
import type { Hop } from '#checks/funder/evidence.ts';
import { covers, isHub } from '#checks/funder/evidence.ts';
import { type Address, parseAddress } from '#lib/address.ts';
import { known, type Reading, renamed } from '#lib/reading.ts';
import { accountFacts, signable } from './facts.ts';
import { followHop } from './hop.ts';
import { readPast } from './past.ts';
import { pageBefore, readActivity } from './source.ts';
import type { SourceTools } from './source-tools.ts';

/** Pages of the further funder, where an endpoint cuts them short: three rounds, with the proof that nothing is older. */
const PAGES_MAX = 2;

/**
 * Who funded the funder of `hop`, where that one is a plain wallet that passed on what it had got: unlabelled, with a key,
 * covered and in time. Null where the trail ends at a label, a hub, a program or other money. Two rounds, three at most.
 */
export async function followFurther(
  hop: Hop,
  passedOn: { readonly lamports: bigint; readonly time: number | null },
  { reader, bodies, labels }: SourceTools,
): Promise<Reading<Hop | null>> {
  const funder = plainFunder(hop);
  if (!funder || !hop.transaction || !covers(hop, passedOn)) return known(null);
  const page = pageBefore(funder, hop.transaction, reader);
  const [state, past] = await Promise.all([reader.account(funder), readPast(funder, page, reader, bodies, PAGES_MAX)]);
  if (!state.known) return renamed('hop_3', state.gap);
  if (!isPlain(accountFacts(state.value.value))) return known(null);
  if (!past.known) return renamed('hop_3', past.gap);
  const busy = await readActivity(past.value.entries, reader);
  if (!busy.known) return renamed('hop_3', busy.gap);
  if (isHub(busy.value)) return known(null);
  return followHop('hop_3', funder, past.value, bodies, labels);
}

/** True for an account that a person may hold: one of the System program's, without a program in it. */
export function isPlain({ ownedBySystem, executable }: AccountFacts): boolean {
  return ownedBySystem && !executable;
}

/** The funder, unless a label says more of it than its own past, or the lamports are not its own to trace. */
function plainFunder({ funder, funderLabel, mechanism }: Hop): Address | null {
  if (funderLabel || mechanism === 'program_credit' || mechanism === 'own_swap') return null;
  const address = parseAddress(funder);
  return signable(address) ? address : null;
}
