import { Keypair, Transaction, type TransactionInstruction } from '@solana/web3.js';
import { type Address, address } from 'assay-core/solana/address.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from 'assay-core/solana/token/programs.ts';
import { mintLength, ownMetadata } from 'assay-sandbox/world/extension-instructions.ts';
import { type Coin, SUPPLY } from 'assay-sandbox/world/market/coin.ts';
import { fixMetadata, metadataBytes, type Naming, nameMint } from 'assay-sandbox/world/metadata-instructions.ts';
import {
  createMintAccount,
  initializeMint,
  issue,
  openHolding,
  setAuthority,
  tokenHoldingOf,
} from 'assay-sandbox/world/token-instructions.ts';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';

const SOL = 1_000_000_000;
/** Past finality. */
const SLOTS = 40;
/** A mint that would be as long as an account of several signers gets these more from the program, so that nobody takes it for one. */
const BYTES_APART = 2;

/** A wallet with SOL on the running sandbox. */
export async function openMaker(rpcUrl: string, keypair = Keypair.generate()): Promise<Keypair> {
  await rpc(rpcUrl, 'requestAirdrop', [keypair.publicKey.toBase58(), 100 * SOL]);
  return keypair;
}

/**
 * Makes a mint on the running sandbox whose whole supply its maker holds, and gives it up: with its name in it under Token-2022, or
 * under SPL Token without any. Returns its address.
 */
export async function makeMint(rpcUrl: string, maker: Keypair, naming: Naming | null): Promise<Address> {
  const mint = Keypair.generate();
  const by = address(maker.publicKey.toBase58());
  const program = naming ? TOKEN_2022_PROGRAM : TOKEN_PROGRAM;
  const coin: Coin = { mint: address(mint.publicKey.toBase58()), program, decimals: 6, powers: {} };
  await send(rpcUrl, [maker, mint], born(coin, by, naming));
  await send(rpcUrl, [maker], given(coin, by, naming));
  return coin.mint;
}

function born(coin: Coin, by: Address, naming: Naming | null): readonly TransactionInstruction[] {
  const features = naming ? [ownMetadata] : [];
  const bytes = mintLength(features);
  return [
    createMintAccount(by, coin, bytes, bytes + (naming ? metadataBytes(naming) + BYTES_APART : 0)),
    ...features.map((feature) => feature.begin(coin)),
    initializeMint(coin, by, null),
    ...(naming ? [nameMint(coin, by, naming)] : []),
  ];
}

function given(coin: Coin, by: Address, naming: Naming | null): readonly TransactionInstruction[] {
  return [
    openHolding(by, by, coin),
    issue(coin, by, tokenHoldingOf(coin, by), SUPPLY),
    setAuthority(coin, 'mint', by, null),
    ...(naming ? [fixMetadata(coin, by)] : []),
  ];
}

/** Signs and sends. The first signer pays. */
export async function send(
  rpcUrl: string,
  signers: readonly [Keypair, ...Keypair[]],
  instructions: readonly TransactionInstruction[],
): Promise<void> {
  const { value } = await rpc<{ value: { blockhash: string } }>(rpcUrl, 'getLatestBlockhash');
  const transaction = new Transaction({ feePayer: signers[0].publicKey, recentBlockhash: value.blockhash } as never);
  transaction.add(...instructions);
  transaction.sign(...signers);
  await rpc(rpcUrl, 'sendTransaction', [transaction.serialize().toString('base64'), { encoding: 'base64' }]);
}

/** Makes everything that was sent final. */
export async function settle(rpcUrl: string): Promise<void> {
  await rpc(rpcUrl, 'sandbox_advance', [SLOTS]);
}
