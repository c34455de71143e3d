import type { AuditResult } from '#ledger/books.ts';
import type { SqlTransaction } from '#ledger/postgres/transaction.ts';

/*
 * Ways to harm books that `enterEverything` made so that all balances stay right.
 */

const RICHEST = `(SELECT id FROM accounts WHERE kind = 'customer' ORDER BY balance - held DESC LIMIT 1)`;
const NEWEST = `(SELECT max(id) FROM accounts WHERE kind = 'customer')`;
const named = (name: string) => `(SELECT id FROM accounts WHERE name = '${name}')`;

/** Turns one end of a movement to another account, balances and all; returns how many movements were turned. */
function turn(causes: string, end: 'from_account' | 'to_account', account: string) {
  const [gains, loses] = end === 'to_account' ? ['+', '-'] : ['-', '+'];
  return async (tx: SqlTransaction) => {
    const turned = await tx.unsafe(`
      WITH chosen AS (
        SELECT movement_id, ${end} AS was, amount, ${account} AS becomes FROM postings
        JOIN movements ON movements.id = movement_id JOIN accounts AS owner ON owner.id = ${end}
        WHERE cause LIKE '${causes}' AND ${end} <> ${account}
          AND (owner.kind = 'system' OR '${loses}' = '+' OR owner.balance - owner.held >= amount)
        ORDER BY amount LIMIT 1
      ), moved AS (
        UPDATE postings SET ${end} = becomes FROM chosen WHERE postings.movement_id = chosen.movement_id
      ), gained AS (
        UPDATE accounts SET balance = balance ${gains} amount FROM chosen WHERE id = becomes
      )
      UPDATE accounts SET balance = balance ${loses} amount FROM chosen WHERE id = was RETURNING id`);
    return turned.length;
  };
}

/** Enters a movement of one atomic unit, balances and all. */
function enter(kind: string, cause: string, from: string, to: string) {
  return async (tx: SqlTransaction) => {
    const [movement] = await tx.unsafe(
      `INSERT INTO movements (id, kind, cause) SELECT max(id) + 1, '${kind}', ${cause} FROM movements RETURNING id`,
    );
    return await post(tx, String(movement?.id), from, to);
  };
}

async function post(tx: SqlTransaction, movement: string, from: string, to: string): Promise<number> {
  const rows = await tx.unsafe(`
    WITH entered AS (
      INSERT INTO postings (movement_id, from_account, to_account, amount)
      VALUES (${movement}, ${from}, ${to}, 1) RETURNING from_account, to_account
    )
    UPDATE accounts SET balance = balance + CASE id WHEN to_account THEN 1 ELSE -1 END
    FROM entered WHERE id IN (from_account, to_account) RETURNING id`);
  return rows.length;
}

const causeOf = (kind: string) => `(SELECT 'refund:' || min(cause) FROM movements WHERE kind = '${kind}')`;

/** Returns how many rows were changed. */
export type Harm = (tx: SqlTransaction) => Promise<number>;
const plain =
  (statement: string): Harm =>
  async (tx) =>
    (await tx.unsafe(`${statement} RETURNING 1`)).length;

/** Another text in one place of the stored bodies. */
function says(was: string, becomes: string): Harm {
  return plain(`UPDATE answers SET body = replace(body, '${was}', '${becomes}') WHERE body LIKE '%${was}%'`);
}

/** What was done, which count of the audit tells it, and how it is done. */
export const HARMS: readonly (readonly [string, keyof AuditResult, Harm])[] = [
  ['a charge that went to a customer', 'mispricedCharges', turn('hold:%', 'to_account', NEWEST)],
  ['a charge that went where money enters', 'mispricedCharges', turn('hold:%', 'to_account', named('chain:3'))],
  ['a charge that nobody held', 'mispricedCharges', enter('charge', `'hold:9999'`, RICHEST, named('revenue:1'))],
  ['a top-up that went to another customer', 'mismatchedPayments', turn('claim:%', 'to_account', NEWEST)],
  ['a top-up out of revenue', 'mismatchedPayments', turn('claim:%', 'from_account', named('revenue:1'))],
  ['a payment per call that went to a customer', 'mismatchedPayments', turn('x402:%', 'to_account', NEWEST)],
  ['change that went to another key', 'mismatchedPayments', turn('change:%', 'to_account', RICHEST)],
  ['a grant out of revenue', 'misdirectedMovements', turn('grant:%', 'from_account', named('revenue:1'))],
  ['a gift', 'misdirectedMovements', enter('grant', `'gift:1'`, named('issuance'), NEWEST)],
  ['a refund that went to another customer', 'excessiveRefunds', turn('refund:hold:%', 'to_account', NEWEST)],
  ['a refund out of issuance', 'excessiveRefunds', turn('refund:x402:%', 'from_account', named('issuance'))],
  ['a refund of a refund', 'excessiveRefunds', enter('refund', causeOf('refund'), named('revenue:1'), NEWEST)],
  ['a refund of a grant', 'excessiveRefunds', enter('refund', causeOf('grant'), RICHEST, named('issuance'))],
  ['a refund of a pass', 'excessiveRefunds', enter('refund', causeOf('pass'), named('revenue:1'), NEWEST)],
  [
    'a second posting of a movement',
    'splitMovements',
    (tx) => post(tx, `(SELECT min(id) FROM movements)`, named('issuance'), NEWEST),
  ],
  [
    'a pass that begins before the one ahead of it ends',
    'alteredPasses',
    plain(`UPDATE passes SET starts_at = starts_at - interval '1 day', expires_at = expires_at - interval '1 day'
      WHERE tier = 'voyager'`),
  ],
  [
    'a pass of another account with all calls on it',
    'alteredPasses',
    async (tx) => {
      await tx.unsafe(`UPDATE holds SET account_id = ${NEWEST} WHERE pass_id IS NOT NULL`);
      return await plain(`UPDATE passes SET account_id = ${NEWEST}`)(tx);
    },
  ],
  [
    'the answer about another kind of thing on the charge of another customer',
    'mismatchedAnswers',
    plain(`UPDATE answers SET body = other.body, verdict = other.verdict FROM answers AS other
      WHERE answers.hold_id <> other.hold_id AND other.verdict = 'NO_POOL' AND answers.verdict <> 'NO_POOL'`),
  ],
  ['an answer about another subject', 'mismatchedAnswers', says('"subject":"subject"', '"subject":"other"')],
  ['an answer about another size', 'mismatchedAnswers', says('"size_sol":"0.5"', '"size_sol":"0.50"')],
  ['a body with another verdict', 'mismatchedAnswers', says('CEX_FUNDED', 'WALLET_FUNDED')],
  [
    'a shorter name of a system account',
    'misnamedAccounts',
    plain(`UPDATE accounts SET name = 'revenue' WHERE name = 'revenue:1'`),
  ],
  [
    'a second good key of a customer',
    'misplacedKeys',
    plain(`INSERT INTO api_keys (hash, account_id) VALUES (sha256('another'), ${RICHEST})`),
  ],
  [
    'a key that is good again after another took its place',
    'misplacedKeys',
    plain('UPDATE api_keys SET revoked_at = NULL WHERE revoked_at IS NOT NULL'),
  ],
  ['a key of the house', 'misplacedKeys', plain(`UPDATE api_keys SET account_id = ${named('revenue:1')}`)],
];
