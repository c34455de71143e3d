import type { Wallet, WalletAccount } from '@wallet-standard/base';
import { clusterOf } from '../network.ts';
import { toBase58 } from './wallet-bytes.ts';
import { payerSignatureOf } from './wallet-message.ts';

const CONNECT = 'standard:connect';
const EVENTS = 'standard:events';
const DISCONNECT = 'standard:disconnect';
const SIGN_AND_SEND = 'solana:signAndSendTransaction';
const SIGN = 'solana:signTransaction';

/** The wallets' name of the network with this CAIP-2 id; null if they have none. */
export function walletChain(network: string): Wallet['chains'][number] | null {
  const cluster = clusterOf(network);
  return cluster === null ? null : `solana:${cluster}`;
}

/** A wallet that can pay here. `sends` is false where it only signs, so that the page must send. */
export interface PayingWallet {
  readonly name: string;
  /** A data URL of a picture, or null. */
  readonly icon: string | null;
  readonly sends: boolean;
  /** Accounts that may pay, from the wallet's own list as it is now. */
  accounts(): readonly PayingAccount[];
  /** Asks the wallet to connect; rejects when the person declines. */
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  /** Calls `changed` whenever the wallet says that it or its accounts changed; returns the end of that. */
  watch(changed: () => void): () => void;
  /** Signs, and sends if the wallet can. Rejects with the wallet's error. */
  pay(address: string, transaction: Uint8Array): Promise<Paid>;
}

/** An account of a wallet. `label` is the wallet's own word for it. */
interface PayingAccount {
  readonly address: string;
  readonly label: string | null;
}

/** The signature, base58; with the signed transaction if it is not sent yet. */
interface Paid {
  readonly signature: string;
  readonly unsent: Uint8Array | null;
}

/** The features that are used here, as the standard and its Solana part (1.x) define them. */
interface Features {
  readonly [CONNECT]?: { connect(): Promise<unknown> };
  readonly [DISCONNECT]?: { disconnect(): Promise<void> };
  readonly [EVENTS]?: { on(event: 'change', listener: () => void): () => void };
  readonly [SIGN_AND_SEND]?: Versions & {
    signAndSendTransaction(input: SigningInput): Promise<readonly { readonly signature: Uint8Array }[]>;
  };
  readonly [SIGN]?: Versions & {
    signTransaction(input: SigningInput): Promise<readonly { readonly signedTransaction: Uint8Array }[]>;
  };
}

interface Versions {
  readonly supportedTransactionVersions?: readonly (string | number)[];
}

interface SigningInput {
  readonly account: WalletAccount;
  readonly chain: string;
  readonly transaction: Uint8Array;
}

/** A wallet that can pay on the chain, or why that one cannot, for people. */
export function payingWallet(wallet: Wallet, chain: Wallet['chains'][number]): PayingWallet | string {
  const features = wallet.features as Features;
  const feature = [SIGN_AND_SEND, SIGN].find((name) => name in features) as typeof SIGN_AND_SEND | typeof SIGN;
  const connector = features[CONNECT];
  if (!wallet.chains.includes(chain)) return `has no accounts on ${chain}`;
  if (!connector) return 'cannot be connected to a page';
  if (feature === undefined) return 'signs no Solana transactions for pages';
  if (features[feature]?.supportedTransactionVersions?.includes(0) === false) {
    return 'signs no transactions of version 0';
  }
  const able = (): readonly WalletAccount[] =>
    wallet.accounts.filter((one) => one.chains.includes(chain) && one.features.includes(feature));
  return {
    name: wallet.name,
    icon: /^data:image\/(svg\+xml|webp|png|gif);base64,/.test(wallet.icon) ? wallet.icon : null,
    sends: feature === SIGN_AND_SEND,
    accounts: () => able().map(({ address, label }) => ({ address, label: label ?? null })),
    connect: async () => {
      await connector.connect();
    },
    disconnect: async () => {
      await features[DISCONNECT]?.disconnect();
    },
    watch: (changed) => features[EVENTS]?.on('change', changed) ?? (() => undefined),
    pay: async (address, transaction) => {
      const account = able().find((one) => one.address === address);
      if (!account) throw new Error('The wallet does not offer that account any more. Connect it again.');
      return await pay(features, { account, chain, transaction });
    },
  };
}

async function pay(features: Features, input: SigningInput): Promise<Paid> {
  const sender = features[SIGN_AND_SEND];
  if (sender) {
    const [sent] = await sender.signAndSendTransaction(input);
    if (!sent) throw new Error('The wallet answered without a signature.');
    return { signature: toBase58(sent.signature), unsent: null };
  }
  const [signed] = (await features[SIGN]?.signTransaction(input)) ?? [];
  const signature = signed && payerSignatureOf(signed.signedTransaction);
  if (!signature) throw new Error('The wallet answered without a signature.');
  return { signature, unsent: signed.signedTransaction };
}

/** EIP-1193's code, which Solana wallets took over. */
const DECLINED = 4001;

/**
 * Whether a wallet's refusal says that the person said no, so that nothing was signed or sent. Other words that sound alike
 * may come from a network that had the transaction already.
 */
export function isDeclined(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('code' in error && error.code === DECLINED) return true;
  const said = 'message' in error ? String(error.message) : '';
  return /\b(user (rejected|declined|denied|cancell?ed)|(rejected|declined|denied|cancell?ed) by (the )?user)\b/i.test(
    said,
  );
}

/** A wallet's error as text for people. */
export function wordsOf(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  return said === '' ? 'The wallet gave no reason.' : said;
}
