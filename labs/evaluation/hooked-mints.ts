import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { known } from 'assay-core/lib/reading.ts';
import type { TokenVerdict } from 'assay-core/rules/token/policy.ts';
import { judgeToken } from 'assay-core/rules/token/verdict.ts';
import { type Address, address, addressOf } from 'assay-core/solana/address.ts';
import type { FullMint, MintExtension } from 'assay-core/solana/token/decoded-mint.ts';
import { TOKEN_2022_PROGRAM } from 'assay-core/solana/token/programs.ts';
import { shippedIssuers } from '../../packages/core/test/support/issuers.ts';
import { evidenceOfMint, NOTHING_BESIDE } from '../../packages/core/test/support/judged-mints.ts';
import { key, metadata } from '../../packages/core/test/support/token-evidence.ts';
import { type Part, tally } from './dry-run.ts';

const HOOKED_MINTS = join(import.meta.dirname, '../../../shared/data/tokens/token2022_hook_census_2026-08-08.json');

/** A mint as the list of hooked mints has it: keys, amounts and the types of its extensions, but the values of few of them. */
interface Row {
  readonly mint: string;
  readonly name: string | null;
  readonly symbol: string | null;
  readonly metadataUri: string | null;
  readonly metadataUpdateAuthority: string | null;
  readonly hookProgramId: string | null;
  readonly hookAuthority: string | null;
  readonly supply: string;
  readonly decimals: number;
  readonly mintAuthority: string | null;
  readonly freezeAuthority: string | null;
  readonly extensions: readonly { readonly type: number }[];
  readonly discoveredBy: string;
}

/** How a power whose key the list of hooked mints does not have is taken. */
type Unstated = 'live' | 'none';

/** A mint of the list of hooked mints with its verdicts. */
export interface HookedMint {
  readonly address: Address;
  readonly mint: FullMint;
  /** Found through Jupiter's list of verified tokens. */
  readonly isVerified: boolean;
  /** By its powers alone, permanent delegates taken as live. */
  readonly plain: TokenVerdict;
  /** By its powers alone, with unlisted values taken as harmless. */
  readonly neutral: TokenVerdict;
  /** As it is, a listed asset with the delegate that was reviewed. */
  readonly verdict: TokenVerdict;
}

/** An address that no list knows, and a key that stands for one that the list of hooked mints does not have. */
const NOBODY = key(2);
const SOMEBODY = addressOf(new Uint8Array(32).fill(201));

/** The counts over the same list when the rules were drafted, without known issuers. */
const DRAFTED = { CRITICAL: 172, HIGH_RISK: 450, ELEVATED: 1, UNKNOWN: 2 } as const;

/** The mints of the list of hooked mints, judged. */
export function hookedMints(): readonly HookedMint[] {
  const { rows } = JSON.parse(readFileSync(HOOKED_MINTS, 'utf8')) as { readonly rows: readonly Row[] };
  return rows.map((row) => {
    const at = address(row.mint);
    const mint = mintOf(row, 'live');
    return {
      address: at,
      mint,
      isVerified: row.discoveredBy === 'jupiter-verified-list',
      plain: plainVerdict(mint),
      neutral: plainVerdict(mintOf(row, 'none')),
      verdict: judgeToken(evidenceOfMint(at, mint, NOTHING_BESIDE)).verdict as TokenVerdict,
    };
  });
}

function plainVerdict(mint: FullMint): TokenVerdict {
  const evidence = { ...evidenceOfMint(NOBODY, mint, NOTHING_BESIDE), metadata: known(metadata()) };
  return judgeToken(evidence).verdict as TokenVerdict;
}

function mintOf(row: Row, unstated: Unstated): FullMint {
  return {
    program: TOKEN_2022_PROGRAM,
    supply: BigInt(row.supply),
    decimals: row.decimals,
    mintAuthority: keyOf(row.mintAuthority),
    freezeAuthority: keyOf(row.freezeAuthority),
    extensions: row.extensions.map(({ type }) => extensionOf(type, row, unstated)),
    unknownExtensions: [],
  };
}

function keyOf(text: string | null): Address | null {
  return text === null ? null : address(text);
}

/** Fees, pauses, default states and the keys behind most extensions are not in the list of hooked mints: they are taken as none. */
function extensionOf(type: number, row: Row, unstated: Unstated): MintExtension {
  const term = { epoch: 0n, maximum: 0n, basisPoints: 0n };
  switch (type) {
    case 1:
      return {
        type: 'transfer_fee',
        authority: null,
        withdrawAuthority: null,
        fee: { older: term, newer: term, mutable: false },
      };
    case 3:
      return { type: 'close_authority', authority: null };
    case 4:
      return { type: 'confidential_transfer', authority: null, autoApprove: false };
    case 6:
      return { type: 'default_account_state', frozen: false };
    case 12:
      return { type: 'permanent_delegate', delegate: unstated === 'live' ? delegateOf(row) : null };
    case 14:
      return { type: 'transfer_hook', authority: keyOf(row.hookAuthority), program: keyOf(row.hookProgramId) };
    case 16:
      return { type: 'confidential_transfer_fee', authority: null };
    case 18:
      return { type: 'metadata_pointer', authority: null, target: address(row.mint) };
    case 19:
      return { type: 'token_metadata', metadata: inlineOf(row) };
    case 25:
      return { type: 'scaled_ui_amount', authority: null, multiplier: '1', newMultiplier: '1', newFrom: 0n };
    case 26:
      return { type: 'pausable', authority: null, paused: false };
    default:
      throw new Error(`the list of hooked mints has extension ${type}, which nothing here reads`);
  }
}

function delegateOf({ mint }: Row): Address {
  const profile = shippedIssuers.find(address(mint))?.profile;
  return (profile?.keys.permanent_delegate ?? profile?.others)?.[0] ?? SOMEBODY;
}

function inlineOf(row: Row) {
  return {
    updateAuthority: keyOf(row.metadataUpdateAuthority),
    mint: address(row.mint),
    name: row.name ?? '',
    symbol: row.symbol ?? '',
    uri: row.metadataUri ?? '',
  };
}

/** Verdicts over the hooked mints beside those of the draft. */
export function hookedMintsPart(mints: readonly HookedMint[]): Part {
  const differs = mints.filter(({ plain, verdict }) => plain !== verdict);
  const steps = differs.map(({ plain, verdict }) => `${plain} -> ${verdict}`);
  const moved = [...new Set(steps)].map((step) => `${step} ${steps.filter((one) => one === step).length}`);
  const wrong = Object.entries(DRAFTED).filter(
    ([name, count]) => mints.filter(({ plain }) => plain === name).length !== count,
  );
  const slots = mints.filter(({ mint }) => mint.extensions.some(({ type }) => type === 'permanent_delegate')).length;
  return {
    lines: [
      `  drafted, no issuer known:          ${Object.entries(DRAFTED)
        .map((one) => one.join(' '))
        .join(', ')}`,
      `  here, no issuer known:             ${tally(mints.map(({ plain }) => plain))}`,
      `  here, delegates taken as none:     ${tally(mints.map(({ neutral }) => neutral))}`,
      `  here, listed assets as they are:   ${tally(mints.map(({ verdict }) => verdict))}`,
      `    moved by issuer or name: ${moved.join(', ')}`,
      `  ${slots} mints have room for a permanent delegate, whose key the list of hooked mints lacks: as in the draft it counts as live.`,
      '  Also lacking and taken as none: fees and who sets them, pauses and who may pause, default states, other keys.',
    ],
    missed: wrong.map(([name, count]) => `hooked mints: ${name} is not ${count}`),
  };
}
