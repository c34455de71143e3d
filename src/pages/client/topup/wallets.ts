import { getWallets } from '@wallet-standard/app';
import { byId, fill, h } from '../dom.ts';
import { shortId } from '../format.ts';
import { isDeclined, type PayingWallet, payingWallet, walletChain, wordsOf } from './wallet-standard.ts';

/** The payer: an account of a connected wallet. */
export interface ConnectedPayer {
  readonly wallet: PayingWallet;
  readonly address: string;
}

/** The part of the form that says who pays. */
export interface WalletForm {
  payer(): ConnectedPayer | null;
}

interface Listed {
  readonly able: readonly PayingWallet[];
  readonly unable: readonly { readonly name: string; readonly why: string }[];
}

/** Lists the wallets of the browser, as they come and go, and connects the chosen one. `changed` is called on every change of the payer. */
export function openWalletForm(network: string, changed: () => void): WalletForm {
  const registry = getWallets();
  const known = new Map<object, PayingWallet | string>();
  const accounts = byId('account', HTMLSelectElement);
  let connected: PayingWallet | null = null;
  let unwatch = (): void => undefined;

  const listed = (): Listed => {
    const all = registry.get().map((wallet) => {
      const chain = walletChain(network);
      const found = known.get(wallet) ?? (chain ? payingWallet(wallet, chain) : `has no name for ${network}`);
      known.set(wallet, found);
      return { name: wallet.name, found };
    });
    return {
      able: all.flatMap(({ found }) => (typeof found === 'string' ? [] : [found])),
      unable: all.flatMap(({ name, found }) => (typeof found === 'string' ? [{ name, why: found }] : [])),
    };
  };
  const list = (): void => {
    const { able, unable } = listed();
    const buttons = able.map((wallet) => walletButton(wallet, wallet === connected, () => void choose(wallet)));
    const notes = unable.map(({ name, why }) => h('p', { class: 'hint' }, `${name} ${why}.`));
    fill(byId('wallets', HTMLElement), ...buttons, ...notes, buttons.length === 0 && noWallet());
    const offered = connected?.accounts() ?? [];
    const before = accounts.value;
    fill(accounts, ...offered.map(({ address, label }) => h('option', { value: address }, optionText(address, label))));
    if (offered.some(({ address }) => address === before)) accounts.value = before;
    byId('account-field', HTMLElement).hidden = connected === null;
  };
  const show = (): void => {
    list();
    changed();
  };
  const leave = (words: string): void => {
    unwatch();
    unwatch = () => undefined;
    connected = null;
    say(words);
    show();
  };
  const choose = async (wallet: PayingWallet): Promise<void> => {
    if (wallet === connected) return;
    leave(`Asking ${wallet.name} to connect …`);
    try {
      await wallet.connect();
    } catch (error) {
      say(isDeclined(error) ? `${wallet.name} was not connected: you declined.` : `${wallet.name}: ${wordsOf(error)}`);
      return;
    }
    connected = wallet;
    unwatch = wallet.watch(() => {
      if (wallet.accounts().length === 0) leave(`${wallet.name} disconnected.`);
      else show();
    });
    const count = wallet.accounts().length;
    if (count === 0) leave(`${wallet.name} has offered no account that can pay here.`);
    else say(`${wallet.name} is connected.${wallet.sends ? '' : ' It signs only: you send the transaction yourself.'}`);
    show();
  };
  byId('disconnect', HTMLButtonElement).addEventListener('click', async () => {
    const wallet = connected;
    leave(wallet ? `${wallet.name} is disconnected from this page.` : '');
    await wallet?.disconnect().catch(() => undefined);
  });
  accounts.addEventListener('change', changed);
  registry.on('register', show);
  registry.on('unregister', show);
  list();
  return {
    payer: () => (connected && accounts.value !== '' ? { wallet: connected, address: accounts.value } : null),
  };
}

function walletButton({ name, icon }: PayingWallet, pressed: boolean, choose: () => void): HTMLElement {
  return h(
    'button',
    { type: 'button', 'aria-pressed': String(pressed), onclick: choose },
    icon !== null && h('img', { src: icon, alt: '', width: 26, height: 26 }),
    name,
  );
}

function noWallet(): HTMLElement {
  const open = (): void => {
    byId('by-hand', HTMLDetailsElement).open = true;
  };
  return h(
    'p',
    { class: 'hint' },
    'No wallet of this browser can pay here. Install one that follows the Wallet Standard and has Solana, or pay ',
    h('a', { href: '#by-hand', onclick: open }, 'without a browser wallet'),
    '.',
  );
}

function optionText(address: string, label: string | null): string {
  return label === null ? address : `${label} (${shortId(address)})`;
}

function say(words: string): void {
  byId('wallet-status', HTMLElement).textContent = words;
}
