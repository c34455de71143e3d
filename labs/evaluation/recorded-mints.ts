import type { AccountState } from 'assay-core/chain/chain-reader.ts';
import { known } from 'assay-core/lib/reading.ts';
import type { TokenVerdict } from 'assay-core/rules/token/policy.ts';
import { judgeToken } from 'assay-core/rules/token/verdict.ts';
import { readTokenSubject } from 'assay-core/solana/token/token-subject.ts';
import { accountOf, type BesideMint, evidenceOfAccount } from '../../packages/core/test/support/judged-mints.ts';
import { recordedAccounts } from '../../packages/core/test/support/recorded-pools.ts';
import { recordedTokens } from '../../packages/core/test/support/recorded-tokens.ts';
import { key, metadata } from '../../packages/core/test/support/token-evidence.ts';

/** A recorded mint with its two verdicts: as an unknown one, and as it is. */
export interface JudgedMint {
  readonly file: string;
  readonly account: AccountState;
  /** Without its address, its name and a stake pool: the verdict of its powers alone. */
  readonly plain: TokenVerdict;
  readonly verdict: TokenVerdict;
  readonly codes: readonly string[];
  readonly flags: readonly string[];
}

/** An address that no list knows. */
const NOBODY = key(2);

/** Every mint whose bytes are in the collection: those of tokens first, then those beside pools that are not among them. */
export function judgedMints(): readonly JudgedMint[] {
  const tokens = recordedTokens('mint').map(({ file, address, owner, data }) => ({
    file: file.replace(/^accounts\/|\.json$/g, ''),
    account: accountOf(address, owner, data),
  }));
  const addresses = new Set(tokens.map(({ account }) => account.address));
  const beside = [...recordedAccounts('').values()]
    .filter((account) => !addresses.has(account.address) && readTokenSubject(account).is === 'mint')
    .map((account) => ({ file: `beside a pool: ${account.address.slice(0, 8)}`, account }));
  return [...tokens, ...beside].map(({ file, account }) => ({ file, account, ...judged(account) }));
}

function judged(account: AccountState): Omit<JudgedMint, 'file' | 'account'> {
  const { verdict, reasons, flags } = judgeToken(evidenceOfAccount(account, besideRecorded(account)));
  const nameless = { ...evidenceOfAccount(account), subject: NOBODY, issuer: known(null), metadata: known(metadata()) };
  return {
    plain: judgeToken(nameless).verdict as TokenVerdict,
    verdict: verdict as TokenVerdict,
    codes: reasons.map(({ code }) => code),
    flags,
  };
}

/** The collection beside mints: Metaplex accounts and stake pools. */
function besideRecorded({ address }: AccountState): BesideMint {
  const metaplex = metadataAccounts().find(({ mint }) => mint === address);
  return { metaplex: metaplex?.account ?? null, pools: poolAccounts() };
}

const poolAccounts = once(() =>
  recordedTokens('program_account').map((one) => accountOf(one.address, one.owner, one.data)),
);
const metadataAccounts = once(() =>
  recordedTokens<{ readonly mint: string }>('metaplex_metadata').map((one) => ({
    mint: one.expected.mint,
    account: accountOf(one.address, one.owner, one.data),
  })),
);

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
