import { type Page, paragraph, table } from './layout.ts';
import { at, listAt, textAt } from './members.ts';
import { figure } from './words.ts';

const MOVEMENTS_MAX = 10;

/** What is left on a key, for people; null when the body is no balance. */
export function balanceLines(page: Page, body: unknown): readonly string[] | null {
  const balance = textAt(body, 'balance_usdc');
  if (balance === null) return null;
  const passes = listAt(body, 'passes').map((pass) => ({
    name: 'Pass',
    value: `${figure(pass, 'tier')}, ${figure(pass, 'calls_left')} calls left until ${figure(pass, 'expires_at')}`,
  }));
  const movements = listAt(body, 'movements');
  const shown = movements.slice(0, MOVEMENTS_MAX).map((movement) => ({
    name: figure(movement, 'at'),
    value: `${figure(movement, 'amount_usdc')} ${figure(movement, 'kind')} ${textAt(movement, 'ref') ?? ''}`,
  }));
  return [...paragraph(page, `${balance} USDC`, 0, 'bold'), ...lines(page, passes), ...lines(page, shown)];
}

/** What a reason code or flag means, in each kind that uses it; null when the body explains none. */
export function reasonLines(page: Page, body: unknown): readonly string[] | null {
  if (textAt(body, 'code') === null || textAt(body, 'meaning') === null) return null;
  const uses = [body, ...listAt(body, 'others')];
  return [
    ...paragraph(page, figure(body, 'code'), 0, 'bold'),
    ...uses.flatMap((use) => [
      ...paragraph(
        page,
        `${figure(use, 'kind')}, ${figure(use, 'severity')} ${figure(use, 'type').replace('_', ' ')}`,
        2,
        'cyan',
      ),
      ...paragraph(page, `${figure(use, 'meaning')} ${String(at(use, 'action') ?? '')}`, 4),
    ]),
  ];
}

function lines(page: Page, rows: readonly { readonly name: string; readonly value: string }[]): readonly string[] {
  return rows.length > 0 ? table(page, rows, 2) : [];
}
