/** The facts of the service from `/` that the pages use. */
export interface ServiceAbout {
  /** CAIP-2 id. */
  readonly network: string;
  readonly sandbox: boolean;
}

/** Asks the service what it is. Throws when it cannot be asked. */
export async function readAbout(): Promise<ServiceAbout> {
  const response = await fetch('/', { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`The service answered ${response.status}.`);
  const root: { sandbox?: boolean; payment: { network: string } } = await response.json();
  return { network: root.payment.network, sandbox: root.sandbox === true };
}
