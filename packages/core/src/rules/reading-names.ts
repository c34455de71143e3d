/** What an answer can lack, by the names that its gaps have. Names inside of gathering, such as `rpc`, are no readings of an answer. */
export const readingNames = {
  account: "The subject's account.",
  age: 'The age of the mint.',
  as_of: 'The slot and the time of the answer.',
  authorities: 'The accounts behind the authorities of the mint.',
  birth: 'The proof that the history begins at its oldest transaction.',
  book: 'The trades of the wallet.',
  cohort: 'Other recipients of the labelled source.',
  continuity: 'The proof that no transaction is missing from the history.',
  cost: 'The cost of the round trip.',
  creator: 'The creator of the token.',
  developer: 'Earlier launches of the developer.',
  first_touch: 'The first transaction that names the address.',
  first_trade: 'The first trade of the address.',
  first_week: 'The money of the first seven days.',
  funding: 'The first money of the address.',
  history: 'The list of transactions.',
  holders: 'The largest holders of the mint.',
  hook: 'The program of the transfer hook.',
  hop: 'The funder of the main source.',
  hop_3: 'The funder one hop further.',
  identity: 'The kind of address, and its label.',
  insiders: 'The first money of holders and launch buyers.',
  issuer: 'The reviewed issuer of the mint.',
  launch: 'The first transactions of the market.',
  liquidity: 'The pools of the token, and the owners of their liquidity.',
  makers: 'The makers of the tokens that brought the profit.',
  market: 'The age of the market, and its prices.',
  metadata: 'The name, the symbol and the link of the token.',
  mint: 'The mint account.',
  network: 'The fees of the network.',
  payers: 'The wallets that paid for the gains.',
  pools: 'The pools that trade the mint.',
  programs: 'The programs that have a power over the mint.',
  sale: 'The trial sales through the transfer hook.',
  sale_quote: 'The quote of a small sale.',
  siblings: 'Other recipients of the unlabelled source.',
  source: 'The main source of the money.',
  source_account: "The source's account.",
  source_activity: 'The activity of the source.',
  trace: 'Whether the address has a history.',
  trades: 'The newest trades of the deepest pool.',
  trial_sale: 'Trial sales of real holders.',
} as const;

export type ReadingName = keyof typeof readingNames;

/**
 * The published name of a gap: the name that it has, or that of the reading of the evidence which it leaves empty (`hop3` is `hop_3`)
 * where only gathering uses its name. Throws for a reading of no evidence.
 */
export function readingNameOf(reading: string, ofEvidence = reading): ReadingName {
  const found = [reading, snakeCase(reading), snakeCase(ofEvidence)].find(isReadingName);
  if (!found) throw new Error(`an answer has no reading ${ofEvidence}`);
  return found;
}

const snakeCase = (name: string): string => name.replace(/[A-Z]|\d/g, (sign) => `_${sign.toLowerCase()}`);

function isReadingName(name: string): name is ReadingName {
  return Object.hasOwn(readingNames, name);
}
