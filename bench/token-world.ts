import { loadLabels } from 'assay-core/chain/labels/label-table.ts';
import { tableOf } from 'assay-core/derive/token/issuers/issuer-table.ts';
import { openConfigurations } from 'assay-core/gather/market/configurations.ts';
import { openPoolMemory } from 'assay-core/gather/market/pool-memory.ts';
import type { TokenOptions } from 'assay-core/gather/token/second-round.ts';
import { enoughDepth } from 'assay-core/rules/token/depth.ts';
import { TOKEN_PROGRAM } from 'assay-core/solana/token/programs.ts';
import bs58 from 'bs58';
import {
  type RecordedAccounts,
  type RecordedRpc,
  recordedAccount,
  serveRecorded,
  tradeBody,
} from '../packages/core/test/support/recorded-pools.ts';
import { nthSignature } from '../packages/core/test/support/small-world.ts';
import { someAddress, tokenAccountBytes } from '../packages/core/test/support/trade-world.ts';
import { MINT, plainWorld, STABLE } from './trade-worlds.ts';

const HOLDERS = 20;
const TOKENS_EACH = 4_000_000_000_000n;
/** InitializeMint2 with six decimals. */
const INITIALIZE = bs58.encode(Uint8Array.of(20, 6));
const MADE_UNIX = 1_750_000_000;

/** The mint of the plain trade world with twenty holders and a history of one transaction, served over HTTP. */
export async function serveTokenWorld(latencyMs: number): Promise<RecordedRpc> {
  const accounts: RecordedAccounts = new Map(plainWorld().accounts);
  for (let n = 0; n < HOLDERS; n += 1) {
    const [account, owner] = [someAddress(1_000 + n), someAddress(2_000 + n)];
    accounts.set(account, recordedAccount(account, TOKEN_PROGRAM, tokenAccountBytes(MINT, owner, TOKENS_EACH)));
  }
  const signature = nthSignature(7);
  const body = tradeBody(signature, TOKEN_PROGRAM, [MINT]);
  const [transaction] = [body.transaction as { readonly message: { readonly instructions: readonly object[] } }];
  const instructions = transaction.message.instructions.map((one) => ({ ...one, data: INITIALIZE }));
  const created = { ...transaction, message: { ...transaction.message, instructions } };
  return serveRecorded(accounts, {
    latencyMs,
    histories: new Map([[MINT, [signature]]]),
    transactions: new Map([[signature, { ...body, blockTime: MADE_UNIX, transaction: created }]]),
  });
}

/** What a process knows before its first check. */
export function optionsOf(): TokenOptions {
  const now = () => performance.now();
  return {
    configurations: openConfigurations(now),
    memory: openPoolMemory(now),
    stableMints: [STABLE],
    dollarMint: STABLE,
    labels: loadLabels(),
    enoughDepth,
    issuers: tableOf([]),
  };
}
