import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { AccountState } from 'assay-core/chain/chain-reader.ts';
import { openChain } from 'assay-core/chain/open-chain.ts';
import { type IssuerTable, loadIssuers } from 'assay-core/derive/token/issuers/issuer-table.ts';
import { type Address, parseAddress } from 'assay-core/solana/address.ts';
import type { FullMint } from 'assay-core/solana/token/decoded-mint.ts';
import { profileDrift, strangePowers } from 'assay-core/solana/token/issuers.ts';
import { authorityRoles } from 'assay-core/solana/token/mint-extension.ts';
import { readTokenSubject } from 'assay-core/solana/token/token-subject.ts';
import { type Env, readEnv } from '#config/env.ts';

const USAGE = `usage: npm run --silent issuers -- MINT|FILE...
Reads mints, given one by one or in files of one a line, and prints how each stands to the reviewed issuers: as reviewed, drifted, new, or of nobody.
The endpoint is the first of SOLANA_RPC_URLS, else the chain of a running sandbox on this machine; ISSUERS_FILE adds an operator's own issuers.`;

const SANDBOX_URL = 'http://127.0.0.1:8899';
const ACCOUNTS_PER_READ = 100;
const BOUNDS = { timeMsMax: 60_000, callsMax: 1_000, bytesMax: 64 * 1024 * 1024 };

/** Compares a mint with the reviewed issuers: one line, and below it the points for a review. */
export function standing(
  mint: Address,
  account: Pick<AccountState, 'address' | 'owner' | 'data'> | null,
  issuers: IssuerTable,
): string {
  const subject = account && readTokenSubject(account);
  const asset = issuers.find(mint);
  if (subject?.is !== 'mint') {
    return `${mint}: ${subject ? `no mint but ${subject.is}` : 'there is no account'}${asset ? `, but listed as ${asset.symbol}` : ''}`;
  }
  if (asset) {
    const { name, reviewed } = asset.profile;
    const head = `${mint}: ${asset.symbol} of ${name}`;
    const drift = profileDrift(asset.profile, subject.mint);
    if (drift.length === 0) return `${head}, as reviewed ${reviewed}`;
    return [
      `${head}, DRIFT since ${reviewed}: ${drift.join(', ')}`,
      ...strangePowers(asset.profile, subject.mint).map(
        ({ role, of, reviewed }) => `  ${role}: ${of}, reviewed ${reviewed.join(' or ') || 'nobody'}`,
      ),
    ].join('\n');
  }
  const profile = issuers.named(subject.mint);
  if (profile)
    return `${mint}: NEW, names the keys of ${profile.name} and no others; list it only where the issuer does`;
  return [`${mint}: of no reviewed issuer`, ...ownProfile(subject.mint)].join('\n');
}

/** The entry of the mint's present state for a file of issuers. */
function ownProfile(mint: FullMint): readonly string[] {
  const keys = Object.fromEntries(authorityRoles(mint).flatMap(([role, of]) => (of === null ? [] : [[role, [of]]])));
  const extensions = [mint.extensions.map(({ type }) => type).sort()];
  return [`  ${JSON.stringify({ program: mint.program, extensions, keys })}`];
}

/** Reads the mints that the arguments name and prints how each stands. Throws errors whose message is one sentence. */
async function main(argv: readonly string[], env: Env): Promise<void> {
  const mints = mintsOf(argv);
  if (mints.length === 0) throw new Error(USAGE);
  const issuers = loadIssuers(env.ISSUERS_FILE);
  const [url = SANDBOX_URL] = (env.SOLANA_RPC_URLS ?? '').split(',').filter((one) => one !== '');
  const chain = openChain({ urls: [url] });
  try {
    const reader = chain.session().reader(BOUNDS);
    for (let at = 0; at < mints.length; at += ACCOUNTS_PER_READ) {
      const part = mints.slice(at, at + ACCOUNTS_PER_READ);
      const read = await reader.snapshot(part);
      if (!read.known) throw new Error(`the mints could not be read (${read.gap.cause})`);
      for (const [n, mint] of part.entries()) {
        process.stdout.write(`${standing(mint, read.value.value[n] ?? null, issuers)}\n`);
      }
    }
  } finally {
    await chain.close();
  }
}

/** The mints of the arguments, each once; an argument that names a file stands for its contents. */
function mintsOf(argv: readonly string[]): readonly Address[] {
  const texts = argv.flatMap((one) => (existsSync(one) ? readFileSync(one, 'utf8').split(/\s+/) : [one]));
  const mints = texts
    .filter((one) => one !== '')
    .map((one) => {
      const mint = parseAddress(one);
      if (mint === null) throw new Error(`${one} is neither a mint nor a file`);
      return mint;
    });
  return [...new Set(mints)];
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(process.argv.slice(2), readEnv()).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
