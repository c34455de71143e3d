import type { Kind } from '#checks/check.ts';
import type { Examples } from '../model.ts';

/** Public mainnet subjects that anybody may look up: a long-lived wallet and a widely held token. */
const mainnet: Examples = {
  wallet: '86xCnPeV69n6t3DnyGvkKobf9FdN2H9oiVDdaMpo2MMY',
  token: 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263',
  trade: 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263',
  funder: '86xCnPeV69n6t3DnyGvkKobf9FdN2H9oiVDdaMpo2MMY',
};

/** The subject to show in an example call of the kind. */
export function exampleOf(kind: Kind['name'], examples: Partial<Examples> = {}): string {
  return examples[kind] ?? mainnet[kind];
}

/** The path template of a kind's check, in the notation of OpenAPI. */
export function pathTemplate(kind: Kind): string {
  return `/check/${kind.name}/{${kind.subject}}`;
}
