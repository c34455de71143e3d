import { type Address, address, addressBytes } from 'assay-core/solana/address.ts';
import { TOKEN_PROGRAM } from 'assay-core/solana/token/programs.ts';
import type { AccountBytes } from 'assay-core/venues/venue.ts';
import { PROGRAMS } from '#chain/programs.ts';
import type { SampleSubject } from '#identity.ts';
import type { Cast } from '../actors.ts';
import { crowd, makerOf } from '../crowd.ts';
import { mintLength } from '../extension-instructions.ts';
import { type Coin, coinMintAccount, coinOf, coinTokens, SUPPLY } from '../market/coin.ts';
import { coinScene } from '../market/coin-story.ts';
import { openCpmm } from '../market/cpmm.ts';
import { evenly, launch } from '../market/launch.ts';
import { metaplexAccount, rawMint } from '../market/metaplex.ts';
import type { SamplePool } from '../market/pool.ts';
import { ago, type SampleScene, SOL } from '../scene.ts';
import {
  createMintAccount,
  initializeMint,
  issue,
  openHolding,
  setAuthority,
  tokenHoldingOf,
} from '../token-instructions.ts';

const POOLED = 300_000_000_000_000n;
/** No extension has this number. */
const UNHEARD_OF = 77;

/** Subjects that are no fungible mint, or a mint that cannot be judged. */
export function oddMintScene(cast: Cast): SampleScene {
  const parts = [
    collectible(cast),
    unfinished(cast),
    unissued(cast),
    unheardOf(cast),
    secret(cast),
    unreadPool(cast),
    drifted(cast),
    issuersKeys(cast, false),
    issuersKeys(cast, true),
  ];
  const unknown = (of: string, what: string): SampleSubject => ({
    kind: 'token',
    verdict: 'UNKNOWN',
    address: of,
    what,
  });
  const torn = altered(cast, 'a torn mint', { at: 0, value: 7 });
  const forked = altered(cast, 'a mint of a fork', {
    owner: address(cast.person('a fork of a token program').address),
  });
  const [member] = crowd(cast);
  const owner = address(member?.address ?? '');
  return {
    accounts: [...parts.flatMap(({ accounts = [] }) => accounts), torn, forked],
    acts: parts.flatMap(({ acts }) => acts),
    subjects: [
      ...parts.flatMap(({ subjects }) => subjects),
      unknown(
        tokenHoldingOf(coinOf(cast, 'a coin that grew old'), owner),
        "somebody's account of a token, not its mint",
      ),
      unknown(owner, 'a wallet that holds tokens'),
      unknown(torn.address, 'a mint of which a byte says neither that there is an authority nor that there is none'),
      unknown(forked.address, 'an account that looks like a mint, of a program that is no token program'),
      unknown(PROGRAMS.associatedToken, 'a program that opens token accounts'),
      unknown(cast.person('a mint that nobody made').address, 'there is no account'),
    ],
  };
}

/** One of a kind: a supply of one, for good. */
function collectible(cast: Cast): SampleScene {
  const name = 'a picture';
  const coin = { ...coinOf(cast, name), decimals: 0 };
  const slot = ago(30);
  const { maker, acts } = makerOf(cast, name, slot);
  const by = address(maker.address);
  const naming = { name: 'Picture 1', symbol: 'PIC', uri: 'ipfs://sandbox/picture' };
  const card = metaplexAccount({ mint: coin.mint, naming, updateAuthority: by, mutable: false, standard: 0 });
  const instructions = [
    createMintAccount(by, coin, mintLength([])),
    initializeMint(coin, by, null, [card.address]),
    openHolding(by, by, coin),
    issue(coin, by, tokenHoldingOf(coin, by), 1n),
    setAuthority(coin, 'mint', by, null),
  ];
  return {
    accounts: [card],
    acts: [...acts, { slot, payer: maker, signers: [cast.person(`mint of ${name}`)], instructions }],
    subjects: [{ kind: 'token', verdict: 'UNKNOWN', address: coin.mint, what: 'one of a kind: a supply of one' }],
  };
}

/** Room for a mint, and no more. */
function unfinished(cast: Cast): SampleScene {
  const name = 'a mint that was never finished';
  const slot = ago(29);
  const { maker, acts } = makerOf(cast, name, slot);
  const mint = cast.person(`mint of ${name}`);
  const coin = { mint: address(mint.address), program: TOKEN_PROGRAM, decimals: 6, powers: {} };
  const instructions = [createMintAccount(address(maker.address), coin, mintLength([]))];
  return {
    acts: [...acts, { slot, payer: maker, signers: [mint], instructions }],
    subjects: [
      { kind: 'token', verdict: 'UNKNOWN', address: coin.mint, what: 'room for a mint that nobody initialized' },
    ],
  };
}

/** A mint that never issued anything. */
function unissued(cast: Cast): SampleScene {
  const name = 'a coin of which there is nothing';
  const slot = ago(28);
  const { maker, acts } = makerOf(cast, name, slot);
  const coin = coinOf(cast, name);
  const by = address(maker.address);
  const instructions = [createMintAccount(by, coin, mintLength([])), initializeMint(coin, by, null)];
  return {
    acts: [...acts, { slot, payer: maker, signers: [cast.person(`mint of ${name}`)], instructions }],
    subjects: [{ kind: 'token', verdict: 'HIGH_RISK', address: coin.mint, what: 'a mint that never issued anything' }],
  };
}

/** The account of a mint, with another byte or another owner. */
function altered(
  cast: Cast,
  name: string,
  { at, value = 0, owner }: { readonly at?: number; readonly value?: number; readonly owner?: Address },
): AccountBytes {
  const mint = coinMintAccount(coinOf(cast, name), SUPPLY);
  const data = Uint8Array.from(mint.data);
  if (at !== undefined) data[at] = value;
  return { ...mint, data, owner: owner ?? mint.owner };
}

/** A mint whose supply grows and shrinks unseen, with all that Token-2022 lets an issuer do beside. */
function secret(cast: Cast): SampleScene {
  const coin = coinOf(cast, 'a coin of secrets', {});
  const creator = address(cast.person('who keeps secrets').address);
  const pool = openCpmm({ coin, creator, coins: POOLED, lamports: 250n * SOL, config: 0, burned: 100n });
  const key = addressBytes(creator);
  const value = (bytes: number, from: Uint8Array = key) => Buffer.concat([from, new Uint8Array(bytes - from.length)]);
  const extensions = [
    ...[3, 28].map((type) => ({ type, value: key })),
    { type: 4, value: value(65) },
    { type: 10, value: value(52) },
    { type: 23, value: Buffer.concat([addressBytes(coin.mint), value(40)]) },
    { type: 24, value: value(196) },
  ];
  const members = crowd(cast);
  const each = (SUPPLY - pool.pooled) / BigInt(members.length);
  return {
    accounts: [
      rawMint(coin, pool.pooled + each * BigInt(members.length), null, extensions),
      ...members.map((one) => coinTokens(coin, address(one.address), each)),
      ...pool.accounts,
    ],
    acts: [],
    subjects: [
      {
        kind: 'token',
        verdict: 'HIGH_RISK',
        address: coin.mint,
        what: 'its supply is kept in encrypted form, and may grow unseen',
      },
    ],
  };
}

/** A coin whose pool has an unknown layout. */
function unreadPool(cast: Cast): SampleScene {
  const cut = (coin: Coin, creator: Address): SamplePool => {
    const pool = openCpmm({ coin, creator, coins: SUPPLY / 20n, lamports: 250n * SOL, config: 0, burned: 100n });
    const accounts = pool.accounts.map((one) =>
      one.address === pool.address ? { ...one, data: one.data.slice(0, -1) } : one,
    );
    return { ...pool, accounts };
  };
  return coinScene(cast, [
    {
      name: 'a coin in a pool of tomorrow',
      slot: ago(33, 9),
      pool: cut,
      naming: { name: 'Next Version', symbol: 'NEXT', uri: 'ipfs://sandbox/next' },
      verdict: 'UNKNOWN',
      what: 'its only pool has another length than those of its program',
    },
  ]);
}

/** Tether's mint as mainnet has it, but for who may freeze. */
function drifted(cast: Cast): SampleScene {
  const mint = cast.stranger('Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB');
  const coin: Coin = { mint: address(mint.address), program: TOKEN_PROGRAM, decimals: 6, powers: {} };
  const slot = ago(35, 9);
  const { maker, acts } = makerOf(cast, 'a known coin in other hands', slot);
  const creator = address(maker.address);
  const pool = openCpmm({ coin, creator, coins: POOLED, lamports: 250n * SOL, config: 0, burned: 100n });
  const made = launch({
    coin,
    mint,
    maker,
    slot,
    pool,
    by: 'issue',
    freezable: 'always',
    shares: evenly(crowd(cast)),
    naming: { name: 'USDT', symbol: 'USDT', uri: 'ipfs://sandbox/usdt' },
    named: 'metaplex',
  });
  return {
    accounts: made.accounts,
    acts: [...acts, ...made.acts],
    subjects: [
      {
        kind: 'token',
        verdict: 'HIGH_RISK',
        address: coin.mint,
        what: 'the mint of a known asset, and not who was reviewed may freeze it',
      },
    ],
  };
}

/** A mint with the keys that mint and freeze Coinbase's wrapped Bitcoin on mainnet; `signed`: one of them minted of it. */
function issuersKeys(cast: Cast, signed: boolean): SampleScene {
  const name = signed ? 'a coin that an issuer signed for' : 'a coin that names the keys of an issuer';
  const minter = cast.stranger('CTQE6PMesbH4szKR9Nk5moj9WWUr9MVGP734wYX9wy3p');
  const freezer = address('DSFAkPhfrSR95J9oq9Sh8rUetbj5vgFmwiSuHw6rAVnz');
  const slot = ago(36, 9);
  const { maker, acts } = makerOf(cast, name, slot);
  const creator = address(maker.address);
  const coin = coinOf(cast, name);
  const pool = openCpmm({ coin, creator, coins: POOLED, lamports: 250n * SOL, config: 0, burned: 100n });
  const made = launch({
    coin,
    mint: cast.person(`mint of ${name}`),
    maker,
    slot,
    pool,
    by: 'issue',
    freezable: 'always',
    keepsMint: true,
    shares: evenly(crowd(cast)),
    named: 'metaplex',
    naming: { name: signed ? 'Wrapped Silver' : 'Wrapped Copper', symbol: 'WRAP', uri: 'ipfs://sandbox/wrapped' },
  });
  const keys = address(minter.address);
  const handed = [setAuthority(coin, 'mint', creator, keys), setAuthority(coin, 'freeze', creator, freezer)];
  const [member] = crowd(cast);
  const minted = [issue(coin, keys, tokenHoldingOf(coin, address(member?.address ?? '')), 1n)];
  return {
    accounts: made.accounts,
    acts: [
      ...[...acts, ...made.acts],
      { slot: ago(30), payer: maker, instructions: handed },
      ...(signed ? [{ slot: ago(29), payer: maker, signers: [minter], instructions: minted }] : []),
    ],
    subjects: [
      {
        kind: 'token',
        verdict: signed ? 'LOW_RISK' : 'HIGH_RISK',
        address: coin.mint,
        what: signed
          ? 'a mint of a reviewed issuer that no list has, for which one of its keys signed'
          : 'the keys of a reviewed issuer may mint and freeze, and none of them signed for the mint',
      },
    ],
  };
}

/** A mint with an extension that the token program of the sandbox does not know either, so that it stands there from the beginning. */
function unheardOf(cast: Cast): SampleScene {
  const coin = coinOf(cast, 'a coin with an unheard-of extension', {});
  const creator = address(cast.person('who opened the unheard-of').address);
  const pool = openCpmm({ coin, creator, coins: POOLED, lamports: 250n * SOL, config: 0, burned: 100n });
  const members = crowd(cast);
  const each = (SUPPLY - pool.pooled) / BigInt(members.length);
  const extension = { type: UNHEARD_OF, value: new Uint8Array(8) };
  return {
    accounts: [
      rawMint(coin, pool.pooled + each * BigInt(members.length), null, [extension]),
      ...members.map((one) => coinTokens(coin, address(one.address), each)),
      ...pool.accounts,
    ],
    acts: [],
    subjects: [
      {
        kind: 'token',
        verdict: 'UNKNOWN',
        address: coin.mint,
        what: 'its mint has an extension with a number that nobody reviewed',
      },
    ],
  };
}
