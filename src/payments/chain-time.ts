import { CLOCK, clockTime } from '#chain/moments.ts';
import type { PaymentChain } from '#chain/payments-model.ts';

/**
 * The time that the chain itself goes by, in Unix seconds, ten seconds old at most; null where no endpoint tells it. It is one endpoint's
 * word: good for what lets us look further, never for a decision alone.
 */
export async function chainTime(chain: Pick<PaymentChain, 'account'>): Promise<number | null> {
  const account = await chain.account(CLOCK);
  return account.known && account.value ? clockTime(account.value.data) : null;
}
