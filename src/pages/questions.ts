import type { Kind } from 'assay-core/rules/check.ts';
import type { AnswerDocument } from '#schema/contract.ts';
import { displayCount, displayDollars, displayMoment, displayPercent, displaySol, duration } from './client/format.ts';

/** A figure of an answer as a person reads it; null where the answer lacks it. */
interface Figure {
  readonly label: string;
  readonly of: (metrics: AnswerDocument['metrics']) => string | null;
}

/** A kind as the question that it answers, and the figures that a person looks at first. */
interface Question {
  readonly asks: string;
  readonly figures: readonly Figure[];
}

/** The kinds in the order in which newcomers want them. */
export const questions: Readonly<Record<Kind['name'], Question>> = {
  token: {
    asks: 'Is this token safe to hold?',
    figures: [
      text('Deepest pool', 'depth_usd', displayDollars),
      number('Ten largest holders', 'top10_bps', displayPercent),
      number('Lost by selling 0.1 SOL', 'sale_cost_bps', displayPercent),
      number('Age', 'age_seconds', duration),
    ],
  },
  trade: {
    asks: 'What does a trade of this size really cost?',
    figures: [
      number('Round trip', 'cost_bps', displayPercent),
      number('Rise to break even', 'break_even_bps', displayPercent),
      text('Comes back', 'lamports_back', displaySol),
      number('Pools that can be used', 'pools_usable', displayCount),
    ],
  },
  wallet: {
    asks: 'Can this wallet’s profit be proven?',
    figures: [
      text('Realized profit', 'realized_pnl_lamports', displaySol),
      number('Round trips', 'closed', displayCount),
      number('With a profit', 'win_rate_bps', displayPercent),
      text('Profit without the best', 'pnl_without_best_lamports', displaySol),
    ],
  },
  funder: {
    asks: 'Where did this address get its first money?',
    figures: [
      text('First money', 'funded_lamports', displaySol),
      number('Received', 'funding_time_unix', displayMoment),
      number('From its main source', 'main_source_share_bps', displayPercent),
      number('Transactions read', 'signatures_seen', displayCount),
    ],
  },
};

function text(label: string, name: string, show: (value: string) => string): Figure {
  return {
    label,
    of: ({ [name]: value }) => (typeof value === 'string' ? show(value) : null),
  };
}

function number(label: string, name: string, show: (value: number) => string): Figure {
  return {
    label,
    of: ({ [name]: value }) => (typeof value === 'number' ? show(value) : null),
  };
}
