import { Keypair, VersionedTransaction } from '@solana/web3.js';
import bs58 from 'bs58';
import type { BrowserContext, Page } from 'playwright-core';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';

/** How the wallet takes the next transactions. */
type Mood =
  /** Signs and sends. */
  | 'willing'
  /** The person says no. */
  | 'declining'
  /** Sends, and then fails as if it had not. */
  | 'broken after sending'
  /** Fails before anything happens, without saying so. */
  | 'broken';

/** A browser wallet by the Wallet Standard whose keys and connection to the chain stay on the side of the test. */
export interface TestWallet {
  readonly keypair: Keypair;
  mood: Mood;
  /** Signatures of what was sent, oldest first. */
  readonly sent: readonly string[];
  /** Calls of the page that asked for a signature. */
  readonly asked: () => number;
  /** Put in as `prepare` of a page that is opened. */
  readonly install: (context: BrowserContext) => Promise<void>;
}

export interface WalletTraits {
  readonly name?: string;
  /** A URL of a picture. */
  readonly icon?: string;
  /** The wallet's own word for its accounts. */
  readonly label?: string;
  /** What it says when it is broken. */
  readonly complaint?: string;
  /** Signs only and leaves the sending to others. */
  readonly signsOnly?: boolean;
  /** Has nothing that a page could pay with. */
  readonly withoutSolana?: boolean;
  readonly usdcAtomic?: bigint;
  /** A second account that the wallet changes to when `changeAccount` is called in its page. */
  readonly second?: Keypair;
}

/** What the code in the page is told. */
interface Told {
  readonly name: string;
  readonly addresses: readonly string[];
  readonly features: readonly string[];
  readonly icon: string;
  readonly label: string | undefined;
}

const SOL = 1_000_000_000;
const ICON = `data:image/svg+xml;base64,${Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#5b3fd1"/><path d="M8 12h16v10H8z" fill="#fff"/></svg>',
).toString('base64')}`;

/** A wallet with a new key, with SOL for fees and with USDC. */
export async function openTestWallet(rpcUrl: string, traits: WalletTraits = {}): Promise<TestWallet> {
  const { name = 'Some wallet', icon = ICON, label, complaint = 'Internal error', signsOnly, withoutSolana } = traits;
  const { usdcAtomic = 100_000_000n, second } = traits;
  const keypair = Keypair.generate();
  const address = keypair.publicKey.toBase58();
  await rpc(rpcUrl, 'requestAirdrop', [address, SOL]);
  await rpc(rpcUrl, 'sandbox_airdropUsdc', [address, `${usdcAtomic}`]);
  const sent: string[] = [];
  let asked = 0;
  const wallet: TestWallet = { keypair, mood: 'willing', sent, asked: () => asked, install };

  async function install(context: BrowserContext): Promise<void> {
    await context.exposeFunction('testWalletPay', async (transaction: string, feature: string) => {
      asked += 1;
      if (wallet.mood === 'declining') return { code: 4001, message: 'User rejected the request.' };
      if (wallet.mood === 'broken') return { message: complaint };
      const signed = VersionedTransaction.deserialize(Buffer.from(transaction, 'base64'));
      signed.sign([keypair]);
      const bytes = Buffer.from(signed.serialize()).toString('base64');
      if (feature === 'solana:signTransaction') return { bytes };
      await rpc(rpcUrl, 'sendTransaction', [bytes, { encoding: 'base64' }]);
      const signature = signed.signatures[0] ?? new Uint8Array();
      sent.push(bs58.encode(signature));
      if (wallet.mood === 'broken after sending') return { message: 'The connection was lost' };
      return { bytes: Buffer.from(signature).toString('base64') };
    });
    const told: Told = {
      name,
      addresses: [address, ...(second ? [second.publicKey.toBase58()] : [])],
      features: withoutSolana ? [] : [signsOnly ? 'solana:signTransaction' : 'solana:signAndSendTransaction'],
      icon,
      label,
    };
    await context.addInitScript(register, told);
  }
  return wallet;
}

/** Makes the wallet in a page go over to its second account, or disconnect by itself. */
export async function changeAccount(page: Page, to: 'second' | 'none'): Promise<void> {
  await page.evaluate((which) => {
    (globalThis as unknown as { changeTestAccount: (to: string) => void }).changeTestAccount(which);
  }, to);
}

/** Runs in the page, before its own scripts. It says what it is by both events, as wallets do. */
function register({ name, addresses, features, icon, label }: Told): void {
  type Pay = (transaction: string, feature: string) => Promise<{ bytes?: string; code?: number; message?: string }>;
  const { testWalletPay } = globalThis as unknown as { testWalletPay: Pay };
  const chains = ['solana:mainnet', 'solana:devnet'];
  const account = (address: string) => ({ address, publicKey: new Uint8Array(32), chains, features, label });
  const listeners: (() => void)[] = [];
  const change = (to: readonly string[]): void => {
    wallet.accounts = to.map(account);
    for (const listener of listeners) listener();
  };
  const pay = async (transaction: Uint8Array, feature: string): Promise<Uint8Array> => {
    const { bytes, code, message } = await testWalletPay(btoa(String.fromCharCode(...transaction)), feature);
    if (bytes === undefined) throw Object.assign(new Error(message), code !== undefined && { code });
    return Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0));
  };
  const all: Record<string, unknown> = {
    'standard:connect': {
      version: '1.0.0',
      connect: async () => {
        change(addresses.slice(0, 1));
        return { accounts: wallet.accounts };
      },
    },
    'standard:disconnect': { version: '1.0.0', disconnect: async () => change([]) },
    'standard:events': {
      version: '1.0.0',
      on: (_event: string, listener: () => void) => {
        listeners.push(listener);
        return () => listeners.splice(listeners.indexOf(listener), 1);
      },
    },
    'solana:signAndSendTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      signAndSendTransaction: async ({ transaction }: { transaction: Uint8Array }) => [
        { signature: await pay(transaction, 'solana:signAndSendTransaction') },
      ],
    },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      signTransaction: async ({ transaction }: { transaction: Uint8Array }) => [
        { signedTransaction: await pay(transaction, 'solana:signTransaction') },
      ],
    },
  };
  const offered = Object.keys(all).filter((feature) => feature.startsWith('standard:') || features.includes(feature));
  const wallet = {
    version: '1.0.0',
    name,
    icon,
    chains,
    features: Object.fromEntries(offered.map((feature) => [feature, all[feature]])),
    accounts: [] as ReturnType<typeof account>[],
  };
  Object.assign(globalThis, {
    changeTestAccount: (to: string) => change(to === 'second' ? addresses.slice(1) : []),
  });
  type Api = { register: (...wallets: unknown[]) => void };
  addEventListener('wallet-standard:app-ready', (event) => {
    (event as unknown as { detail: Api }).detail.register(wallet);
  });
  const announce = ({ register }: Api): void => register(wallet);
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: announce }));
}
