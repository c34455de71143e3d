import { address } from '#lib/address.ts';
import { TOKEN_PROGRAM } from '#lib/token/programs.ts';
import { PROGRAMS } from '../../chain/programs.ts';
import type { SampleSubject } from '../../identity.ts';
import type { Cast } from '../actors.ts';
import { crowd, makerOf } from '../crowd.ts';
import { mintLength } from '../extension-instructions.ts';
import { coinOf, coinTokens, SUPPLY } from '../market/coin.ts';
import { openCpmm } from '../market/cpmm.ts';
import { metaplexAccount, rawMint } from '../market/metaplex.ts';
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

/** What is no fungible mint, or one that nobody can judge. */
export function oddMintScene(cast: Cast): SampleScene {
  const parts = [collectible(cast), unfinished(cast), unheardOf(cast)];
  const unknown = (of: string, what: string): SampleSubject => ({
    kind: 'token',
    verdict: 'UNKNOWN',
    address: of,
    what,
  });
  const [member] = crowd(cast);
  const owner = address(member?.address ?? '');
  return {
    accounts: parts.flatMap(({ accounts = [] }) => accounts),
    acts: parts.flatMap(({ acts }) => acts),
    subjects: [
      ...parts.flatMap(({ subjects }) => subjects),
      unknown(
        tokenHoldingOf(coinOf(cast, 'a coin that grew old'), owner),
        "somebody's account of a token, not its mint",
      ),
      unknown(owner, 'a wallet that holds tokens'),
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
        ...{ kind: 'token', verdict: 'UNKNOWN', address: coin.mint },
        what: 'its mint has an extension with a number that nobody reviewed',
      },
    ],
  };
}
