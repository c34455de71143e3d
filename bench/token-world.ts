import bs58 from 'bs58';
import { loadLabels } from '#chain/labels/label-table.ts';
import { enoughDepth } from '#checks/token/depth.ts';
import { openConfigurations } from '#evidence/market/configurations.ts';
import { openPoolMemory } from '#evidence/market/memory.ts';
import { tableOf } from '#evidence/token/issuers/issuer-table.ts';
import type { TokenOptions } from '#evidence/token/second-round.ts';
import { TOKEN_PROGRAM } from '#lib/token/programs.ts';
import {
  type RecordedAccounts,
  type RecordedRpc,
  recordedAccount,
  serveRecorded,
  tradeBody,
} from '../test/support/recorded-pools.ts';
import { nthSignature } from '../test/support/small-world.ts';
import { someAddress, tokenAccountBytes } from '../test/support/trade-world.ts';
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
