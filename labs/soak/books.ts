import type { Sql } from '#ledger/postgres/sql.ts';

/** Conditions on the books at every moment, also during work. Each finds the rows that break it. */
const rules: Readonly<Record<string, string>> = {
  'all balances sum to zero': 'SELECT sum(balance) AS sum FROM accounts HAVING sum(balance) <> 0',
  'a balance is the sum of its postings': `
    SELECT accounts.id, name, balance, COALESCE(sum(side.amount), 0) AS postings FROM accounts LEFT JOIN (
      SELECT to_account AS account_id, amount FROM postings UNION ALL SELECT from_account, -amount FROM postings
    ) AS side ON side.account_id = accounts.id
    GROUP BY accounts.id, accounts.epoch HAVING balance <> COALESCE(sum(side.amount), 0)`,
  'a movement has one posting': `
    SELECT movements.id, cause FROM movements LEFT JOIN postings ON movement_id = movements.id
    GROUP BY movements.id HAVING count(movement_id) <> 1`,
  'no customer has spent more than he has': `
    SELECT id, balance, held FROM accounts WHERE kind = 'customer' AND (balance < held OR held < 0 OR balance < 0)`,
  'what is held is held by open holds': `
    SELECT accounts.id, held, COALESCE(sum(amount), 0) AS open FROM accounts
    LEFT JOIN holds ON holds.account_id = accounts.id AND state = 'held'
    GROUP BY accounts.id, accounts.epoch HAVING held <> COALESCE(sum(amount), 0)`,
  'a charge has its answer, and an answer its charge': `
    SELECT holds.id, state FROM holds LEFT JOIN answers ON hold_id = holds.id
    WHERE (state = 'posted') <> (hold_id IS NOT NULL AND body IS NOT NULL)`,
  'a charge moves its amount, and nothing else does': `
    SELECT holds.id, state, holds.amount, postings.amount AS moved FROM holds
    LEFT JOIN movements ON cause = 'hold:' || holds.id
    LEFT JOIN postings ON movement_id = movements.id AND from_account = holds.account_id
    WHERE CASE WHEN state = 'posted' THEN holds.amount ELSE 0 END <> COALESCE(postings.amount, 0)`,
  'a charge has a hold': `
    SELECT cause FROM movements WHERE kind = 'charge' AND NOT EXISTS (SELECT FROM holds WHERE cause = 'hold:' || holds.id)`,
  'a pass counts the calls on it': `
    SELECT passes.id, used, count(holds.id) AS calls FROM passes
    LEFT JOIN holds ON pass_id = passes.id AND state IN ('held', 'posted')
    GROUP BY passes.id HAVING used <> count(holds.id)`,
  'a name of a bill is charged once': `
    SELECT account_id, idempotency_key FROM holds WHERE state = 'posted' AND idempotency_key IS NOT NULL
    GROUP BY account_id, idempotency_key, line HAVING count(*) > 1`,
  'a signature has the one role that its row says': `
    SELECT seen.signature, role FROM chain_signatures AS seen
    LEFT JOIN claims ON claims.signature = seen.signature LEFT JOIN payments ON payments.signature = seen.signature
    WHERE (role = 'claim') <> (claims.signature IS NOT NULL) OR (role = 'x402') <> (payments.signature IS NOT NULL)`,
  'a claim credits its amount, once': `
    SELECT claims.signature, claims.amount, postings.amount AS moved FROM claims
    LEFT JOIN movements ON cause = 'claim:' || claims.signature AND kind = 'topup'
    LEFT JOIN postings ON movement_id = movements.id AND to_account = claims.account_id
    WHERE claims.amount IS DISTINCT FROM postings.amount`,
  'a top-up has a claim': `
    SELECT cause FROM movements WHERE kind = 'topup'
      AND NOT EXISTS (SELECT FROM claims WHERE cause = 'claim:' || claims.signature)`,
  'a pass was bought by its claim for the whole amount': `
    SELECT claims.signature, claims.tier, passes.tier AS bought, postings.amount AS moved FROM claims
    LEFT JOIN passes ON passes.signature = claims.signature AND passes.account_id = claims.account_id
    LEFT JOIN movements ON cause = 'pass:' || claims.signature
    LEFT JOIN postings ON movement_id = movements.id AND from_account = claims.account_id
    WHERE claims.tier IS DISTINCT FROM passes.tier
      OR (claims.tier IS NOT NULL AND postings.amount IS DISTINCT FROM claims.amount)
      OR (claims.tier IS NULL AND movements.id IS NOT NULL)`,
  'a settled payment earns what was answered, once': `
    SELECT encode(message_hash, 'hex') AS message, state, earned, postings.amount AS moved FROM payments
    LEFT JOIN movements ON cause = 'x402:' || encode(message_hash, 'hex')
    LEFT JOIN postings ON movement_id = movements.id
    WHERE (CASE WHEN state = 'settled' THEN earned END) IS DISTINCT FROM postings.amount
      OR (state = 'settled' AND answers IS NULL)`,
  'a payment per call that moved money is there': `
    SELECT cause FROM movements WHERE kind = 'x402'
      AND NOT EXISTS (SELECT FROM payments WHERE cause = 'x402:' || encode(message_hash, 'hex'))`,
};

/** How many things `brokenRules` looks at. */
export const RULES = Object.keys(rules).length;

/** The rules that the books break, with the rows, all read from one moment. */
export async function brokenRules(sql: Sql): Promise<readonly string[]> {
  return await sql.begin('ISOLATION LEVEL REPEATABLE READ READ ONLY', async (tx) => {
    const broken: string[] = [];
    for (const [rule, query] of Object.entries(rules)) {
      const rows = await tx.unsafe(query);
      if (rows.length > 0) broken.push(`${rule}: ${inWords(rows.slice(0, 5))}`);
    }
    return broken;
  });
}

/** Rows as text, with numbers of any size. */
export function inWords(value: unknown): string {
  return JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? member.toString() : member));
}
