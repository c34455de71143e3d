import type { Row } from '../layout.ts';
import { at, numberAt, textAt } from '../members.ts';
import { figure, isKnown, labelled, NOT_KNOWN, percent, sol, span, spoken, when } from '../words.ts';

/** The figures of a funder answer that matter first: who paid, how much, and who stands behind. */
export function funderRows(metrics: unknown): readonly Row[] {
  if (!isKnown(metrics, 'source')) return [{ name: 'Source', value: NOT_KNOWN }];
  const trade = numberAt(metrics, 'first_trade_seconds_after_funding');
  const siblings = numberAt(metrics, 'siblings');
  return [
    { name: 'Source', value: labelled(metrics, 'source', 'source_label') },
    { name: 'First money', value: moneyOf(metrics) },
    { name: 'When', value: when(numberAt(metrics, 'funding_time_unix')) },
    ...hopRows(metrics),
    ...(siblings === null || siblings < 2 ? [] : [{ name: 'Funded alike', value: `${siblings} fresh accounts` }]),
    ...(trade === null ? [] : [{ name: 'First trade', value: `${span(trade)} after the funding` }]),
  ];
}

function moneyOf(metrics: unknown): string {
  const how = spoken(figure(metrics, 'mechanism'));
  const mint = textAt(metrics, 'token_mint');
  if (mint !== null) return `${figure(metrics, 'token_amount')} units of ${mint}, by ${how}`;
  const share = percent(numberAt(metrics, 'main_source_share_bps'));
  return `${sol(textAt(metrics, 'funded_lamports'))} by ${how}, ${share} of it from the source`;
}

function hopRows(metrics: unknown): readonly Row[] {
  return [2, 3].flatMap((place) => {
    const hop = at(metrics, `hop_${place}`);
    if (textAt(hop, 'source') === null) return [];
    return [{ name: `Hop ${place}`, value: `${labelled(hop, 'source', 'label')}, ${sol(textAt(hop, 'lamports'))}` }];
  });
}
