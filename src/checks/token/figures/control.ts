import { ifKnown } from '#lib/reading.ts';
import type { MintExtensionType } from '#lib/token/decoded-mint.ts';
import { extensionOf } from '#lib/token/decoded-mint.ts';
import { TOKEN_2022_PROGRAM } from '#lib/token/programs.ts';
import { feeTerm } from '#lib/token/transfer-fee.ts';
import { curationOf } from '../curated.ts';
import type { TokenEvidence, TokenMintFacts } from '../evidence.ts';
import type { AuthorityMetrics, CuratedMetrics, TransferFeeMetrics, TransferHookMetrics } from '../metric-parts.ts';
import type { ControlMetrics } from '../metrics.ts';
import { bounded, boundedAmount, boundedInteger, maybeAmount } from './bounded.ts';

/** A mint of ten megabytes has room for tens of thousands of types that mean nothing. */
const UNKNOWN_EXTENSIONS_MAX = 64;
const AUTHORITIES_MAX = 64;

/** What the mint is and who has power over it. */
export function controlMetrics(mint: TokenMintFacts | null, evidence: TokenEvidence): ControlMetrics {
  const stake = mint && ifKnown(evidence.stake);
  return {
    token_program: mint?.program ?? null,
    decimals: mint?.decimals ?? null,
    supply: maybeAmount(mint?.supply),
    is_token_2022: mint && mint.program === TOKEN_2022_PROGRAM,
    mint_authority: mint?.mintAuthority ?? null,
    freeze_authority: mint?.freezeAuthority ?? null,
    authorities: mint && authoritiesOf(evidence),
    extensions: mint?.extensions.map(({ type }) => type) ?? null,
    unknown_extensions: mint?.unknownExtensions.slice(0, UNKNOWN_EXTENSIONS_MAX) ?? null,
    ...extensionMetrics(mint, evidence),
    stake: stake && { program: stake.program, program_name: stake.programName, pool: stake.pool },
    curated: mint && curatedMetrics(mint, evidence),
  };
}

function authoritiesOf({ authorities }: TokenEvidence): readonly AuthorityMetrics[] | null {
  const all = ifKnown(authorities)?.slice(0, AUTHORITIES_MAX);
  return all?.map(({ address, roles, kind, program }) => ({ address, roles: [...roles], kind, program })) ?? null;
}

/** The extension of a type, where there is a mint and it has one. */
function extension<T extends MintExtensionType>(mint: TokenMintFacts | null, type: T) {
  return mint && extensionOf(mint, type);
}

function extensionMetrics(mint: TokenMintFacts | null, evidence: TokenEvidence) {
  const pausable = extension(mint, 'pausable');
  return {
    transfer_fee: transferFee(mint),
    permanent_delegate: extension(mint, 'permanent_delegate')?.delegate ?? null,
    transfer_hook: transferHook(mint, evidence),
    pausable: pausable && { authority: pausable.authority, paused: pausable.paused },
    default_frozen: mint && (extension(mint, 'default_account_state')?.frozen ?? false),
    close_authority: extension(mint, 'close_authority')?.authority ?? null,
    interest_rate_bps: boundedInteger(extension(mint, 'interest_bearing')?.rateBps),
    ui_multiplier: multiplierOf(mint, evidence),
  };
}

function transferFee(mint: TokenMintFacts | null): TransferFeeMetrics | null {
  const found = extension(mint, 'transfer_fee');
  if (mint === null || found === null) return null;
  const { fee, authority } = found;
  const active = feeTerm(fee, mint.epoch);
  const scheduled = active === fee.newer ? null : fee.newer;
  return {
    active_bps: bounded(Number(active.basisPoints)),
    active_maximum: boundedAmount(active.maximum),
    scheduled_bps: boundedInteger(scheduled?.basisPoints),
    scheduled_maximum: maybeAmount(scheduled?.maximum),
    scheduled_epoch: boundedInteger(scheduled?.epoch),
    authority,
  };
}

/** A hook that is not set, and that nobody can set, is none. */
function transferHook(mint: TokenMintFacts | null, { hook }: TokenEvidence): TransferHookMetrics | null {
  const found = extension(mint, 'transfer_hook');
  if (found === null || (found.program === null && found.authority === null)) return null;
  const facts = ifKnown(hook);
  const upgradeable = facts !== null && facts.program === found.program ? facts.upgradeable : null;
  return { program: found.program, authority: found.authority, upgradeable };
}

/** The one that holds at the moment of the answer; null where that moment has no time and two are set. */
function multiplierOf(mint: TokenMintFacts | null, { asOf }: TokenEvidence): string | null {
  const scaled = extension(mint, 'scaled_ui_amount');
  if (scaled === null) return null;
  if (scaled.multiplier === scaled.newMultiplier) return scaled.multiplier;
  const now = ifKnown(asOf)?.time ?? null;
  if (now === null) return null;
  return BigInt(now) >= scaled.newFrom ? scaled.newMultiplier : scaled.multiplier;
}

function curatedMetrics(mint: TokenMintFacts, { subject }: TokenEvidence): CuratedMetrics | null {
  const curation = curationOf(subject, mint);
  return curation && { name: curation.asset.name, class: curation.asset.class, drift: [...curation.drift] };
}
