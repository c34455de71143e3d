import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { known } from 'assay-core/lib/reading.ts';
import { canonicalNames } from 'assay-core/rules/token/canonical-names.ts';
import type { TokenVerdict } from 'assay-core/rules/token/policy.ts';
import { judgeToken } from 'assay-core/rules/token/verdict.ts';
import { type Address, address } from 'assay-core/solana/address.ts';
import type { FullMint } from 'assay-core/solana/token/decoded-mint.ts';
import { readTokenSubject } from 'assay-core/solana/token/token-subject.ts';
import { key, metadata, mint, tokenEvidence } from '../../packages/core/test/support/token-evidence.ts';
import { bannedFakes, type ListedToken, verifiedTokens } from '../../packages/core/test/support/token-lists.ts';
import { type Part, tally } from './dry-run.ts';
import type { HookedMint } from './hooked-mints.ts';
import type { JudgedMint } from './recorded-mints.ts';

const LABELS = join(import.meta.dirname, '../../../shared/data/tokens/labels');
const FALSE_ALARMS_PERCENT_MAX = 5;

/** Facts of a mint, from its bytes or from the list of hooked mints, with the verdict that they lead to. */
interface KnownMint {
  readonly address: Address;
  readonly mint: FullMint;
  readonly verdict: TokenVerdict;
}

/** Verified mints with known facts: how many of the mints without powers are called critical. */
export function verifiedMints(recorded: readonly JudgedMint[], hooked: readonly HookedMint[]): Part {
  const names = listedNames(hooked);
  const listed = new Set(names.map((one) => one.mint));
  const byBytes = newest(recorded)
    .flatMap(knownByBytes)
    .filter((one) => listed.has(one.address));
  const read = new Set(byBytes.map((one) => one.address));
  const byList = hooked.filter((one) => one.isVerified && !read.has(one.address));
  const fungible = [...byBytes, ...byList].filter(({ verdict }) => verdict !== 'UNKNOWN');
  const controlled = fungible.filter(({ mint: facts }) => isControlled(facts));
  const free = fungible.filter((one) => !controlled.includes(one));
  const alarms = free.filter(({ verdict }) => verdict === 'CRITICAL').length;
  const byName = names.filter(bearsCanonicalName);
  const missed = [
    ...overTarget('critical verdicts among verified mints that nobody controls', alarms, free.length),
    ...overTarget('verified names taken for impersonation', byName.length, listed.size),
  ];
  return {
    lines: [
      `  verified mints: ${listed.size}; with bytes ${read.size}, with facts of the list of hooked mints ${byList.length}; fungible of these ${fungible.length}`,
      `  controlled (mint, freeze, pause or delegate live): ${controlled.length}: ${tally(controlled.map(({ verdict }) => verdict))}`,
      `  not controlled: ${free.length}: ${tally(free.map(({ verdict }) => verdict))}`,
      `  CRITICAL among the not controlled: ${alarms} of ${free.length} = ${percent(alarms, free.length)}, target <= ${FALSE_ALARMS_PERCENT_MAX} %${boundOf(alarms, free.length)}`,
      `  by name alone, over all ${listed.size}: ${byName.length} raised = ${percent(byName.length, listed.size)}: ${byName.map(({ symbol }) => symbol).join(', ') || 'none'}`,
      '  not measured: holders, liquidity, exit and age need live state and are taken as clean, so that CRITICAL by frozen',
      `  holders or failed sales does not show; of ${listed.size - read.size - byList.length} verified mints nothing but the name is here.`,
    ],
    missed,
  };
}

/** Verified rows, each mint once. Rows of the list of hooked mints that came from elsewhere are not known to be verified. */
function listedNames(hooked: readonly HookedMint[]): readonly ListedToken[] {
  const unverified = new Set(hooked.filter((one) => !one.isVerified).map((one) => one.address));
  const rows = verifiedTokens();
  // The rows of the list of hooked mints come last: one that came from elsewhere counts where another list has the mint too.
  const lists = new Set(rows.slice(0, -hooked.length).map((one) => one.mint));
  const verified = rows.filter((one) => lists.has(one.mint) || !unverified.has(one.mint));
  return [...new Map(verified.map((one) => [one.mint, one])).values()];
}

/** The newest capture of each mint, which is the one of the list of hooked mints where there is one. */
function newest(mints: readonly JudgedMint[]): readonly JudgedMint[] {
  const isNewest = ({ file }: JudgedMint) => Number(file.startsWith('census_'));
  const ordered = [...mints].sort((a, b) => isNewest(a) - isNewest(b));
  return [...new Map(ordered.map((one) => [one.account.address, one])).values()];
}

function knownByBytes({ account, verdict }: JudgedMint): readonly KnownMint[] {
  const subject = readTokenSubject(account);
  return subject.is === 'mint' ? [{ address: account.address, mint: subject.mint, verdict }] : [];
}

/** Whether somebody may mint, freeze, pause or take. A pause of the list of hooked mints has no key and counts. */
function isControlled({ mintAuthority, freezeAuthority, extensions }: FullMint): boolean {
  const extended = extensions.some(
    (one) => one.type === 'pausable' || (one.type === 'permanent_delegate' && one.delegate !== null),
  );
  return mintAuthority !== null || freezeAuthority !== null || extended;
}

/** Mints that were denied: those whose bytes are here, and what is left of the others by what their lists say of them. */
export function deniedMints(recorded: readonly JudgedMint[], hooked: readonly HookedMint[]): Part {
  const denied = deniedRows();
  const fakes = [...bannedFakes()].map(([of, copied]) => ({ mint: of, symbol: copied, name: '' }));
  const all = new Set([...denied.map((one) => one.mint), ...fakes.map((one) => one.mint)]);
  const here = [...recorded.map(({ account, verdict }) => ({ address: account.address, verdict })), ...hooked].filter(
    (one) => all.has(one.address),
  );
  const tooGood = here.filter(({ verdict }) => verdict !== 'HIGH_RISK' && verdict !== 'CRITICAL');
  const said = denied.filter(({ verdict }) => verdict === 'HIGH_RISK' || verdict === 'CRITICAL');
  const shown = fakes.filter(bearsCanonicalName);
  const ofListed = fakes.filter(({ symbol }) => listedTexts.has(symbol));
  const lost = ofListed.filter((one) => !shown.includes(one));
  return {
    lines: [
      `  denied and banned mints with bytes or facts of that list here: ${here.length}; below HIGH_RISK ${tooGood.length}`,
      `  denied, by what the reasons say (a copied symbol, a live freeze authority): ${said.length} of ${denied.length} HIGH_RISK or worse (${tally(denied.map(({ verdict }) => verdict))})`,
      `  banned as fake, by the name that is copied: ${shown.length} of ${fakes.length} = ${percent(shown.length, fakes.length)}`,
      `  of these copies of a listed asset: ${ofListed.length - lost.length} of ${ofListed.length}, target all; the others copy names that memes share`,
      '  LOW_RISK there: the reason names nothing that can be judged. Not measured: real names, and what is live today.',
    ],
    missed: [
      ...tooGood.map((one) => `denied ${one.address} is ${one.verdict}`),
      ...lost.map(({ symbol }) => `banned fake ${symbol} passes`),
    ],
  };
}

const listedTexts = new Set(canonicalNames.flatMap(({ label, names, symbols }) => [label, ...names, ...symbols]));

/** LI.FI's denied mints, judged by what its reasons say of them: the symbol that is copied, and a freeze authority. */
function deniedRows(): readonly { readonly mint: Address; readonly verdict: string }[] {
  const rows = JSON.parse(readFileSync(join(LABELS, 'lifi_deny_SOL.json'), 'utf8')) as readonly {
    readonly address: string;
    readonly reason: string;
  }[];
  return rows.map(({ address: at, reason }) => {
    const [, copied] = /spoofs (?:the |symbol )(\w+)/i.exec(reason) ?? /^Scam (?!token)(\w+)/.exec(reason) ?? [];
    const evidence = tokenEvidence({
      subject: address(at),
      mint: known(mint({ freezeAuthority: /freeze authority/i.test(reason) ? key(51) : null })),
      metadata: known(metadata({ name: '', symbol: copied ?? '' })),
    });
    return { mint: address(at), verdict: judgeToken(evidence).verdict };
  });
}

/** Whether the name alone, on a mint without powers, is taken for a copy. */
function bearsCanonicalName({ mint: subject, name, symbol }: ListedToken): boolean {
  const evidence = tokenEvidence({ subject, metadata: known(metadata({ name, symbol })) });
  return judgeToken(evidence).reasons.some(({ code }) => code === 'IMPERSONATES_CANONICAL');
}

function overTarget(what: string, count: number, of: number): readonly string[] {
  return count * 100 > of * FALSE_ALARMS_PERCENT_MAX ? [`${what}: ${percent(count, of)}`] : [];
}

function percent(count: number, of: number): string {
  return of === 0 ? 'no case' : `${((count * 100) / of).toFixed(count === 0 ? 0 : 2)} %`;
}

/** With none of n seen, the rate that would show none in one of twenty such samples. */
function boundOf(count: number, of: number): string {
  if (count > 0 || of === 0) return '';
  return `; of so few it may still be ${Math.ceil(100 * (1 - 0.05 ** (1 / of)))} % (95 %)`;
}
