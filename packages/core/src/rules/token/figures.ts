import { ifKnown, type Reading } from '#lib/reading.ts';
import { shownText } from '#lib/text/untrusted-text.ts';
import { extensionOf, type MintExtensionType } from '#solana/token/decoded-mint.ts';
import type { ProgramPower } from '#solana/token/powers/program-power.ts';
import { TOKEN_2022_PROGRAM } from '#solana/token/programs.ts';
import { feeTerm } from '#solana/token/transfer-fee.ts';
import type {
  AgeFacts,
  CreatorFacts,
  DeveloperFacts,
  InsiderFacts,
  LaunchFacts,
  MarketFacts,
  MetadataFacts,
  TokenEvidence,
  TokenMintFacts,
} from './evidence.ts';
import { bounded, boundedAmount, boundedInteger, boundedMoment, maybeAmount } from './figures/bounded.ts';
import { dumpFigures } from './figures/dump.ts';
import { exitMetrics } from './figures/exit.ts';
import { circulatingBps, holdersMetrics, knownShares } from './figures/holders.ts';
import { developerMetrics, insiderMetrics, launchMetrics } from './figures/insiders.ts';
import { linkMetrics } from './figures/link.ts';
import { issuerOf } from './issuer.ts';
import type { AuthorityMetrics, ProgramPowerMetrics, TransferFeeMetrics, TransferHookMetrics } from './metric-parts.ts';
import type { ControlMetrics, IdentityMetrics, TokenMetrics } from './metrics.ts';
import type { OriginMetrics } from './origin-metrics.ts';
import type { Quality } from './quality.ts';
import type { Shares } from './shares.ts';

/** A mint of ten megabytes has room for tens of thousands of meaningless types. */
const UNKNOWN_EXTENSIONS_MAX = 64;

const AUTHORITIES_MAX = 64;

const NAME_CODE_POINTS_MAX = 64;

const SYMBOL_CODE_POINTS_MAX = 16;

/** The figures of the evidence, every member present. */
export function metricsOf(evidence: TokenEvidence, quality: Quality): TokenMetrics {
  const subject = ifKnown(evidence.mint);
  // Only a mint has holders, liquidity or an origin.
  const figureOf = <T>(reading: Reading<T>): T | null => (subject && subject.is !== 'mint' ? null : ifKnown(reading));
  const mint = subject?.is === 'mint' ? subject.mint : null;
  const holders = figureOf(evidence.holders);
  const shares = knownShares(holders, mint);
  return {
    ...controlMetrics(mint, evidence),
    ...identityMetrics(figureOf(evidence.metadata)),
    ...holdersMetrics(holders, shares),
    ...exitMetrics({
      now: ifKnown(evidence.asOf)?.time ?? null,
      liquidity: figureOf(evidence.liquidity),
      sale: figureOf(evidence.saleQuote),
      trial: figureOf(evidence.trialSale),
    }),
    ...originMetrics({
      now: ifKnown(evidence.asOf)?.time ?? null,
      age: figureOf(evidence.age),
      market: figureOf(evidence.market),
      creator: figureOf(evidence.creator),
      developer: figureOf(evidence.developer),
      launch: figureOf(evidence.launch),
      insiders: figureOf(evidence.insiders),
      shares,
    }),
    ...dumpFigures(evidence, figureOf(evidence.trades)),
    data_quality: { ...quality },
  };
}

/** The metadata of the token. Without metadata it has no name, and nothing can be changed. */
function identityMetrics(metadata: MetadataFacts | null): IdentityMetrics {
  const given = metadata?.source === 'none' ? null : metadata;
  return {
    name: given && shownText(given.name, NAME_CODE_POINTS_MAX),
    symbol: given && shownText(given.symbol, SYMBOL_CODE_POINTS_MAX),
    uri: given && linkMetrics(given.uri),
    metadata_source: metadata?.source ?? null,
    metadata_mutable: given?.mutable ?? null,
    metadata_update_authority: given?.updateAuthority ?? null,
  };
}

/** The mint and its authorities. */
function controlMetrics(mint: TokenMintFacts | null, evidence: TokenEvidence): ControlMetrics {
  const powers = mint && ifKnown(evidence.programs);
  const stake = powers?.find(({ kind }) => kind === 'staking') ?? null;
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
    stake: stake && { program: stake.program, program_name: stake.programName, pool: stake.account },
    program_powers: powers?.map(powerMetrics) ?? null,
    ...issuerMetrics(evidence),
  };
}

function powerMetrics(power: ProgramPower): ProgramPowerMetrics {
  const { role, authority, program, programName, how, account, upgrade, backing, governance } = power;
  return {
    role,
    authority,
    program,
    program_name: programName,
    how,
    account,
    upgradeable_by: upgrade.by,
    upgrade_authority: upgrade.authority,
    backing: backing?.asset ?? null,
    backing_name: backing?.reviewed ?? null,
    realm: governance?.realm ?? null,
    delay_seconds: boundedInteger(governance?.delaySeconds),
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

/** A hook that is not set and cannot be set counts as none. */
function transferHook(mint: TokenMintFacts | null, { hook }: TokenEvidence): TransferHookMetrics | null {
  const found = extension(mint, 'transfer_hook');
  if (found === null || (found.program === null && found.authority === null)) return null;
  const facts = ifKnown(hook);
  const upgradeable = facts !== null && facts.program === found.program ? facts.upgradeable : null;
  return { program: found.program, authority: found.authority, upgradeable };
}

/** The multiplier at the time of the answer; null where that time is unknown and two are set. */
function multiplierOf(mint: TokenMintFacts | null, { asOf }: TokenEvidence): string | null {
  const scaled = extension(mint, 'scaled_ui_amount');
  if (scaled === null) return null;
  if (scaled.multiplier === scaled.newMultiplier) return scaled.multiplier;
  const now = ifKnown(asOf)?.time ?? null;
  if (now === null) return null;
  return BigInt(now) >= scaled.newFrom ? scaled.newMultiplier : scaled.multiplier;
}

/** The issuer, and `curated` for callers who know only listed assets. Nobody is an issuer by the keys that a mint names. */
function issuerMetrics(evidence: TokenEvidence): Pick<ControlMetrics, 'issuer' | 'curated'> {
  const found = issuerOf(evidence);
  if (found === null || found.facts.how === 'not_signed') return { issuer: null, curated: null };
  const { how, profile, asset, transaction } = found.facts;
  const drift = [...found.drift];
  return {
    issuer: {
      name: profile.name,
      class: profile.class,
      how,
      drift,
      reviewed: profile.reviewed,
      source: profile.source,
      transaction,
    },
    curated: asset && { name: asset.name, class: profile.class, drift },
  };
}

/** A token's origin. `now` in Unix seconds; null where the time of the answer is unknown. */
interface Origin {
  readonly now: number | null;
  readonly age: AgeFacts | null;
  readonly market: MarketFacts | null;
  readonly creator: CreatorFacts | null;
  readonly developer: DeveloperFacts | null;
  readonly launch: LaunchFacts | null;
  readonly insiders: InsiderFacts | null;
  readonly shares: Shares | null;
}

/** The age, the creator, and the common funders of the first holders. */
function originMetrics({ now, age, market, creator, developer, launch, insiders, shares }: Origin): OriginMetrics {
  return {
    ...ageMetrics(age, now),
    ...marketAgeMetrics(market, now),
    creator: creator?.address ?? null,
    creator_by: creator?.by ?? null,
    creator_tokens: maybeAmount(creator?.tokens),
    creator_share_bps: creator && circulatingBps(creator.tokens, shares),
    ...launchMetrics(launch, shares),
    ...insiderMetrics(insiders, shares),
    ...developerMetrics(developer),
  };
}

/** A future time counts as an age of 0. */
function ageMetrics(age: AgeFacts | null, now: number | null) {
  const since = boundedMoment(age?.provenSince);
  return {
    proven_since_unix: since,
    age_seconds: since === null || now === null ? null : boundedInteger(Math.max(0, now - since)),
    age_exact: age?.exact ?? null,
    age_proof: age && { what: age.proof.what, transaction: age.proof.transaction, slot: boundedMoment(age.proof.slot) },
  };
}

function marketAgeMetrics(market: MarketFacts | null, now: number | null) {
  const since = boundedMoment(market?.provenSince);
  return {
    market_since_unix: since,
    market_age_seconds: since === null || now === null ? null : boundedInteger(Math.max(0, now - since)),
    market_age_exact: market?.exact ?? null,
    market_account: market?.account ?? null,
  };
}
