import { formatUsdc } from '#lib/money.ts';
import './account-checks.ts';
import './account-entries.ts';
import { builder } from '../builder.ts';
import { PassPeriod } from '../credits/passes.ts';
import { Account, keyless, type Owned } from './account-page.ts';

Account.implement({
  description: 'What a key owns.',
  fields: (t) => ({
    balanceUsdc: t.field({
      type: 'Usdc',
      description: 'What can be spent: the balance less what is held for checks under way.',
      resolve: ({ statement }) => formatUsdc(statement.balanceAtomic),
    }),
    balanceAtomic: t.field({
      type: 'TokenAmount',
      description: 'The same in atomic units.',
      resolve: ({ statement }) => statement.balanceAtomic.toString(),
    }),
    passes: t.field({
      type: [PassPeriod],
      description: 'Passes that have not ended, in the order in which checks draw on them.',
      resolve: ({ statement }) => statement.passes,
    }),
  }),
});

builder.queryField('account', (t) =>
  t.field({
    type: Account,
    nullable: true,
    description: 'What the key of the X-API-Key header owns. Free; null with an error without a known key.',
    resolve: async (_root, _args, { caller, money }): Promise<Owned> => {
      const { apiKey } = caller.credentials;
      if (apiKey === null) throw keyless('The key is missing: send it as X-API-Key.');
      const statement = await money.statement(apiKey);
      if (!statement) throw keyless();
      return { apiKey, statement };
    },
  }),
);
