import type { TokenVerdict } from 'assay-core/rules/token/policy.ts';
import type { JudgedMint } from './recorded-mints.ts';

type Expected = readonly [plain: TokenVerdict, verdict: TokenVerdict];

const ISSUED: Expected = ['HIGH_RISK', 'LOW_RISK'];
const SEIZABLE: Expected = ['CRITICAL', 'ELEVATED'];
const CLEAN: Expected = ['LOW_RISK', 'LOW_RISK'];
const SERIOUS: Expected = ['HIGH_RISK', 'HIGH_RISK'];
const MEDIUM: Expected = ['ELEVATED', 'ELEVATED'];
const COLLECTIBLE: Expected = ['UNKNOWN', 'UNKNOWN'];

/** The expected verdicts of each recorded mint from before the check was written: by its powers alone, and with the known facts. */
const EXPECTED: readonly (readonly [what: string, expected: Expected, files: readonly string[]])[] = [
  ['USDC x3, USDT', ISSUED, ['census_usdc_legacy', 'usdc_mint_2026', 'usdc_mint_302523010', 'usdt_mint_2026_06']],
  [
    'PYUSD x4, USDP',
    SEIZABLE,
    ['census_pyusd', 'marginfi_pyusd_mint', 'pyusd_mint_302525749', 'pyusd_mint_312247832', 'usdp_mint_302482658'],
  ],
  ['JitoSOL, pwrSOL', ISSUED, ['sanctum_jitosol_mint', 'sanctumS_pwrsol_mint']],
  [
    'BONK, JUP, two of pump.fun',
    CLEAN,
    ['bonk_mint_2026_06', 'jup_mint_2026_06', 'dlmm_EtAdVR_mint_x', 'pumpswap_mint_7lss'],
  ],
  // By another address its supply of zero counts.
  ['wSOL', ['ELEVATED', 'LOW_RISK'], ['sanctum_wsol_mint']],
  ['BERN 2023', SERIOUS, ['kit_spl_token_22_mint_account']],
  ['BERN 2026', MEDIUM, ['census_bonkearn']],
  ['$PUMP', MEDIUM, ['beside a pool: pumpCmXq']],
  ['sUSD, Huma PST', SERIOUS, ['susd_mint_2026_06', 'huma_mint']],
  ['collectibles x3', COLLECTIBLE, ['bndrg_wns_hook_mint', 'nft2_mint', 't22_BPU5vr_mint_288501679']],
];

/** Entries of the table without bytes in the collection. */
const WITHOUT_BYTES = 'USDS, JupSOL, mSOL, INF, stSOL, SILLY, SCEMA, NFLXx, two collectibles';

/** A part of the evaluation: its lines, and what misses its target. */
export interface Part {
  readonly lines: readonly string[];
  readonly missed: readonly string[];
}

/** The table of expected verdicts against what the check says of the recorded mints now. */
export function dryRun(mints: readonly JudgedMint[]): Part {
  const rows = EXPECTED.map(([what, [plain, verdict], files]) => {
    const found = files.map((file) => mints.find((one) => one.file === file));
    const right = found.filter((one) => one?.plain === plain && one.verdict === verdict);
    return { what, plain, verdict, right: right.length, of: files.length };
  });
  const listed = EXPECTED.flatMap(([, , files]) => files);
  const others = mints.filter(({ file }) => !listed.includes(file));
  return {
    lines: [
      `  ${cells('mint', 'expected plain', 'as known', 'right')}`,
      ...rows.map((one) => `  ${cells(one.what, one.plain, one.verdict, `${one.right} of ${one.of}`)}`),
      `  no bytes here: ${WITHOUT_BYTES}`,
      `  ${others.length} more with bytes, without an expectation (devnet, test and LP mints): ${tally(others.map(({ verdict }) => verdict))}`,
    ],
    missed: rows.filter(({ right, of }) => right < of).map(({ what }) => `verdict of ${what} is not as expected`),
  };
}

function cells(what: string, plain: string, verdict: string, right: string): string {
  return `${what.padEnd(28)}${plain.padEnd(16)}${verdict.padEnd(12)}${right}`;
}

/** Worst first, as the tables list them. */
const WORST_FIRST = ['CRITICAL', 'HIGH_RISK', 'ELEVATED', 'LOW_RISK', 'UNKNOWN'] as const;

/** How many of each verdict: `CRITICAL 2, UNKNOWN 1`. */
export function tally(verdicts: readonly string[]): string {
  return WORST_FIRST.flatMap((name) => {
    const count = verdicts.filter((one) => one === name).length;
    return count === 0 ? [] : [`${name} ${count}`];
  }).join(', ');
}
