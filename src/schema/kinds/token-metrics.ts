import type { TokenMetrics } from '#checks/token/metrics.ts';
import type { Quality } from '#checks/token/quality.ts';
import { builder } from '../builder.ts';

const DataQuality = builder.objectRef<Quality>('TokenDataQuality').implement({
  description:
    'How well each part of the evidence was read and proven, in percent from 0 to 100. It is no probability.',
  fields: (t) => ({
    control: t.exposeInt('control', { description: 'The mint, its powers and its metadata.' }),
    holders: t.exposeInt('holders', { description: 'The largest holders and the creator.' }),
    liquidity: t.exposeInt('liquidity', { description: 'Pools, their depth and who can withdraw it.' }),
    exit: t.exposeInt('exit', { description: 'Trial sales of real holders.' }),
    origin: t.exposeInt('origin', { description: 'Age, launch and first money.' }),
  }),
});

/** The figures of a token answer as a type. The files beside this one add what they are about. */
export const TokenMetricsType = builder.objectRef<TokenMetrics>('TokenMetrics').implement({
  description: 'The figures behind a token verdict. Null: not applicable, or not read.',
  fields: (t) => ({
    dataQuality: t.expose('data_quality', {
      type: DataQuality,
      description: 'What the confidence rests on: how well each part was read, in percent.',
    }),
  }),
});
