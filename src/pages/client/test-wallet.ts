import type { Wallet, WalletAccount } from '@wallet-standard/base';
import { toBase58, toBase64 } from './topup/wallet-bytes.ts';

// The wallet of the sandbox, a script of its own that no other page loads: to the page it is a wallet like any other.

/** The sandbox goes by the name of devnet. */
const CHAINS = ['solana:devnet'] as const;
const SIGN_AND_SEND = 'solana:signAndSendTransaction';
const SOL_LAMPORTS = 1_000_000_000;
/** More than anything that is sold here costs: 100,000 USDC. */
const USDC_ATOMIC = '100000000000';
const SIGNATURE_BYTES = 64;
const ICON: Wallet['icon'] = `data:image/svg+xml;base64,${toBase64(
  new TextEncoder().encode(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#744900"/><path d="M13 7h6M14 7v7l-6 9c-1 2 0 3 2 3h12c2 0 3-1 2-3l-6-9V7M11 19h10" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"/></svg>',
  ),
)}`;

/** The key pair of this page; none before the wallet is connected for the first time. It is never written anywhere. */
let keys: Promise<CryptoKeyPair> | null = null;
let accounts: readonly WalletAccount[] = [];
const listeners = new Set<() => void>();

const wallet: Wallet = {
  version: '1.0.0',
  name: 'Test wallet',
  icon: ICON,
  chains: CHAINS,
  get accounts() {
    return accounts;
  },
  features: {
    'standard:connect': {
      version: '1.0.0',
      connect: async () => {
        keys ??= filledKeys();
        const made = await keys.catch((error: unknown) => {
          keys = null;
          throw error;
        });
        const publicKey = await publicKeyOf(made);
        const address = toBase58(publicKey);
        change([{ address, publicKey, chains: CHAINS, features: [SIGN_AND_SEND], label: 'Sandbox USDC' }]);
        return { accounts };
      },
    },
    'standard:disconnect': { version: '1.0.0', disconnect: async () => change([]) },
    'standard:events': {
      version: '1.0.0',
      on: (_event: 'change', listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    [SIGN_AND_SEND]: {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      signAndSendTransaction: async ({ transaction }: { readonly transaction: Uint8Array }) => [
        { signature: await signAndSend(transaction) },
      ],
    },
  },
};

function change(to: readonly WalletAccount[]): void {
  accounts = to;
  for (const listener of listeners) listener();
}

/** A new key pair whose address has SOL for fees and USDC to pay with. */
async function filledKeys(): Promise<CryptoKeyPair> {
  const made = await crypto.subtle?.generateKey('Ed25519', false, ['sign', 'verify']).catch(() => undefined);
  if (!made) {
    throw new Error(
      'this browser makes no Ed25519 keys for this page. Take a newer one, and open the page by https or on this machine.',
    );
  }
  const address = toBase58(await publicKeyOf(made));
  await Promise.all([
    rpc('requestAirdrop', [address, SOL_LAMPORTS]),
    rpc('sandbox_airdropUsdc', [address, USDC_ATOMIC]),
  ]);
  return made;
}

async function publicKeyOf({ publicKey }: CryptoKeyPair): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
}

/** Signs a transaction that this wallet alone signs, and sends it. Its only signature, which is also its name on the chain. */
async function signAndSend(transaction: Uint8Array): Promise<Uint8Array> {
  if (!keys) throw new Error('the wallet is not connected.');
  const { privateKey } = await keys;
  const message = transaction.slice(1 + SIGNATURE_BYTES);
  const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, message));
  const signed = Uint8Array.of(1, ...signature, ...message);
  await rpc('sendTransaction', [toBase64(signed), { encoding: 'base64' }]);
  return signature;
}

/** A call of the sandbox's chain, which is at the page's own origin. Throws in its words where it refuses. */
async function rpc(method: string, params: readonly unknown[]): Promise<void> {
  const response = await fetch('/sandbox/rpc', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { error }: { error?: { message: string } } = await response.json();
  if (error) throw new Error(`the sandbox refused: ${error.message}`);
}

interface Registry {
  register(wallet: Wallet): void;
}

// The page and the wallet announce themselves to each other in either order.
const announce = ({ register }: Registry): void => register(wallet);
addEventListener('wallet-standard:app-ready', (event) => announce((event as CustomEvent<Registry>).detail));
dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: announce }));
