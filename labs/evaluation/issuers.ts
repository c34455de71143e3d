import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { known } from 'assay-core/lib/reading.ts';
import { type TokenVerdict, verdictOrder } from 'assay-core/rules/token/policy.ts';
import { judgeToken } from 'assay-core/rules/token/verdict.ts';
import type { Address } from 'assay-core/solana/address.ts';
import type { FullMint } from 'assay-core/solana/token/decoded-mint.ts';
import type { IssuerFacts } from 'assay-core/solana/token/issuers.ts';
import { issuerClasses } from 'assay-core/solana/token/issuers.ts';
import { readTokenSubject } from 'assay-core/solana/token/token-subject.ts';
import { shippedIssuers } from '../../packages/core/test/support/issuers.ts';
import { evidenceOfMint, NOTHING_BESIDE } from '../../packages/core/test/support/judged-mints.ts';
import { key, metadata } from '../../packages/core/test/support/token-evidence.ts';
import { bannedFakes } from '../../packages/core/test/support/token-lists.ts';
import { type Part, tally } from './dry-run.ts';
import type { HookedMint } from './hooked-mints.ts';
import type { JudgedMint } from './recorded-mints.ts';

const LABELS = join(import.meta.dirname, '../../../shared/data/tokens/labels');
const ABOVE_ELEVATED_PERCENT_MAX = 5;
const NOBODY = key(2);

interface Judged {
  readonly address: Address;
  readonly mint: FullMint;
  readonly verdict: TokenVerdict;
  readonly isOfProgram: boolean;
}

/** Verdicts by the class of the issuer, the same mints' verdicts as a stranger's, and whether a denied mint is listed. */
export function mintsByIssuer(recorded: readonly JudgedMint[], hooked: readonly HookedMint[]): Part {
  const all = newestOf(recorded, hooked).filter(({ verdict }) => verdict !== 'UNKNOWN');
  const classOf = (of: Address) => shippedIssuers.find(of)?.profile.class ?? null;
  const rows = [...issuerClasses, null].map((name) => {
    const verdicts = all.filter((one) => classOf(one.address) === name).map(({ verdict }) => verdict);
    return `  ${(name ?? 'no reviewed issuer').padEnd(20)}${String(verdicts.length).padEnd(5)}${tally(verdicts)}`;
  });
  const fine = all.filter((one) => classOf(one.address) !== null || one.isOfProgram);
  const above = fine.filter(({ verdict }) => verdict === 'HIGH_RISK' || verdict === 'CRITICAL');
  const copies = all.filter((one) => classOf(one.address) !== null).flatMap(({ mint }) => asCopy(mint) ?? []);
  const trusted = copies.filter((verdict) => verdictOrder.indexOf(verdict) < verdictOrder.indexOf('HIGH_RISK'));
  const denied = deniedMints().filter((one) => shippedIssuers.find(one) !== null);
  return {
    lines: [
      ...rows,
      `  of a reviewed issuer or program, above ELEVATED: ${above.length} of ${fine.length}, target <= ${ABOVE_ELEVATED_PERCENT_MAX} %`,
      `  the same mints at another address, which names the keys unsigned: ${tally(copies)}; better than HIGH_RISK ${trusted.length}, target 0`,
      `  denied and banned mints among the ${shippedIssuers.assets.length} listed assets: ${denied.length}, target 0`,
      '  Only live state decides: powers whose keys the list of hooked mints lacks (fees, pauses, multipliers, confidential transfers), pauses,',
      '  default freezes, holders, liquidity, exit and age; a signature for a new mint needs its transactions.',
    ],
    missed: [
      ...(above.length * 100 > fine.length * ABOVE_ELEVATED_PERCENT_MAX ? ['reviewed issuers above ELEVATED'] : []),
      ...(trusted.length > 0 ? ['copies with the keys of an issuer better than HIGH_RISK'] : []),
      ...denied.map((one) => `denied ${one} is listed`),
    ],
  };
}

/** Each mint once, the list of hooked mints where it has one. */
function newestOf(recorded: readonly JudgedMint[], hooked: readonly HookedMint[]): readonly Judged[] {
  const byBytes = recorded.flatMap(({ account, verdict, flags }): readonly Judged[] => {
    const subject = readTokenSubject(account);
    if (subject.is !== 'mint') return [];
    return [{ address: account.address, mint: subject.mint, verdict, isOfProgram: flags.includes('LST_PROVEN') }];
  });
  const ofList = hooked.map((one): Judged => ({ ...one, isOfProgram: false }));
  return [...new Map([...byBytes, ...ofList].map((one) => [one.address, one])).values()];
}

/** The verdict of a stranger's mint with the powers of this one; null where these are not only the keys of an issuer. */
function asCopy(mint: FullMint): TokenVerdict | null {
  const profile = shippedIssuers.named(mint);
  if (profile === null) return null;
  const issuer: IssuerFacts = { how: 'not_signed', profile, asset: null, transaction: null };
  const evidence = { ...evidenceOfMint(NOBODY, mint, NOTHING_BESIDE), issuer: known(issuer) };
  return judgeToken({ ...evidence, metadata: known(metadata()) }).verdict as TokenVerdict;
}

function deniedMints(): readonly Address[] {
  const rows = JSON.parse(readFileSync(join(LABELS, 'lifi_deny_SOL.json'), 'utf8')) as readonly { address: Address }[];
  return [...rows.map(({ address }) => address), ...bannedFakes().keys()];
}
