import { byId } from './dom.ts';
import { networkName } from './network.ts';

/** The facts of the service from `/` that the pages use. */
export interface ServiceAbout {
  /** CAIP-2 id. */
  readonly network: string;
  readonly sandbox: boolean;
}

/** Why addresses are no links here, unlike on public chains. */
const NO_EXPLORER = 'Addresses lead to no explorer, as no public one sees this chain.';

/** Asks the service what it is, and shows it in the frame of the page. Throws when it cannot be asked. */
export async function readAbout(): Promise<ServiceAbout> {
  const response = await fetch('/', { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`The service answered ${response.status}.`);
  const root: { sandbox?: boolean; payment: { network: string } } = await response.json();
  const about = { network: root.payment.network, sandbox: root.sandbox === true };
  byId('network', HTMLElement).textContent = networkName(about);
  const banner = byId('sandbox', HTMLElement);
  banner.hidden = !about.sandbox;
  if (about.sandbox) banner.firstElementChild?.append(` ${NO_EXPLORER}`);
  return about;
}
