import { knownPrograms } from 'assay-core/derive/effects/effect-scene.ts';
import { gatherFunder } from 'assay-core/facts/funder/evidence.ts';
import { gatherToken } from 'assay-core/facts/token/evidence.ts';
import { gatherTrade } from 'assay-core/facts/trade/evidence.ts';
import { gatherWallet } from 'assay-core/facts/wallet/evidence.ts';
import { openConfigurations } from 'assay-core/gather/market/configurations.ts';
import type { Judgement } from 'assay-core/rules/check.ts';
import { judgeFunder } from 'assay-core/rules/funder/verdict.ts';
import { judgeToken } from 'assay-core/rules/token/verdict.ts';
import { judgeTrade } from 'assay-core/rules/trade/verdict.ts';
import { judgeWallet } from 'assay-core/rules/wallet/verdict.ts';
import type { Address } from 'assay-core/solana/address.ts';
import { baseAccounts, optionsOf } from '../../packages/core/test/support/moves/base-accounts.ts';
import { chainOf } from '../../packages/core/test/support/moves/build.ts';
import { MovesChain, SOL } from '../../packages/core/test/support/moves/chain.ts';
import type { TokenFacts } from '../../packages/core/test/support/moves/facts.ts';
import { ADDRESS, funderChain, funderLabels } from '../../packages/core/test/support/moves/funders/build.ts';
import type { FunderFacts } from '../../packages/core/test/support/moves/funders/facts.ts';
import { type EndpointFacts, MovesReader } from '../../packages/core/test/support/moves/reader.ts';
import { SUBJECT, walletChain } from '../../packages/core/test/support/moves/wallets/build.ts';
import type { WalletFacts } from '../../packages/core/test/support/moves/wallets/facts.ts';
import { fewBounds } from '../../packages/core/test/support/moves/wallets/judge.ts';
import { USDC } from '../../packages/core/test/support/recorded-worlds.ts';
import { inRounds, type RoundsReader } from './rounds-reader.ts';

/** What a check read, by what name it publishes each reading, what it says, and the calls of each round. */
export interface Gathered extends Pick<RoundsReader, 'rounds' | 'turns'> {
  readonly evidence: object;
  readonly judgement: Judgement;
}

/** A chain and a check of a subject on it, which can be run with any part of its calls lost. */
export interface Scene {
  readonly chain: MovesChain;
  readonly subject: Address;
  gather(failsEach: number, idleTurns?: number): Promise<Gathered>;
}

const book = openConfigurations(() => 0);

/** The options of a check in a process that has read the configurations of all venues. */
async function warmOptions() {
  if (book.last() === null) {
    const chain = new MovesChain();
    for (const account of baseAccounts) chain.put(account);
    await book.read(new MovesReader(chain, { refuses: [], pageMax: 1_000, largestMax: 20 }));
  }
  return { ...optionsOf(), configurations: book };
}

function scene<E extends object>(
  chain: MovesChain,
  subject: Address,
  endpoint: EndpointFacts,
  gather: (reader: RoundsReader['reader'], options: Awaited<ReturnType<typeof warmOptions>>) => Promise<E>,
  judge: (evidence: E) => Judgement,
): Scene {
  return {
    chain,
    subject,
    async gather(failsEach, idleTurns) {
      const options = await warmOptions();
      const asked = inRounds(new MovesReader(chain, endpoint), failsEach, idleTurns);
      const evidence = await gather(asked.reader, options);
      return { evidence, judgement: judge(evidence), rounds: asked.rounds, turns: asked.turns };
    },
  };
}

export function tokenScene(facts: TokenFacts): Scene {
  const { chain, mint } = chainOf(facts);
  return scene(chain, mint, facts.endpoint, (reader, options) => gatherToken(mint, reader, options), judgeToken);
}

export function tradeScene(facts: TokenFacts, sizeLamports = SOL): Scene {
  const { chain, mint } = chainOf(facts);
  const question = { subject: mint, sizeLamports };
  return scene(chain, mint, facts.endpoint, (reader, options) => gatherTrade(question, reader, options), judgeTrade);
}

/** The markets in which the wallet could sell what it kept are there as well. */
export function walletScene(facts: WalletFacts): Scene {
  const chain = walletChain(facts);
  for (const account of baseAccounts) chain.put(account);
  return scene(
    chain,
    SUBJECT,
    facts.endpoint,
    (reader, market) => {
      const programs = knownPrograms(market.labels, [USDC]);
      return gatherWallet(SUBJECT, reader, { programs, bounds: fewBounds, market, store: null });
    },
    judgeWallet,
  );
}

export function funderScene(facts: FunderFacts): Scene {
  const options = { labels: funderLabels, signaturePagesMax: 2 };
  const gather = (reader: RoundsReader['reader']) => gatherFunder(ADDRESS, reader, options);
  return scene(funderChain(facts), ADDRESS, facts.endpoint, gather, judgeFunder);
}
