import { kinds } from 'assay-core/rules/index.ts';
import { coerceInputValue, type GraphQLInputType, parse, typeFromAST, validate } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '#schema/schema.ts';
import { graphiqlPage, graphiqlTabs } from './view.tsx';

const tabs = graphiqlTabs();

it.each(tabs.map((tab) => [tab.query, tab] as const))(
  'opens with an operation that runs as it stands: %s',
  (_, tab) => {
    const document = parse(tab.query);
    expect(validate(schema, document)).toEqual([]);
    const [operation] = document.definitions;
    if (operation?.kind !== 'OperationDefinition') throw new Error('no operation');
    const given = JSON.parse(tab.variables);
    const declared = operation.variableDefinitions ?? [];
    expect(Object.keys(given)).toEqual(declared.map(({ variable }) => variable.name.value));
    for (const { variable, type } of declared) {
      const input = typeFromAST(schema, type as never) as GraphQLInputType;
      // Throws for a value that does not fit; the names of enumerations are read as our own.
      expect(coerceInputValue(given[variable.name.value], input)).toBeDefined();
    }
  },
);

it('shows every kind that runs', () => {
  const running = Object.values(kinds).filter(({ state }) => state === 'available');
  for (const { name } of running) expect(tabs.filter(({ query }) => query.includes(`${name}Check(`))).toHaveLength(1);
});

it('shows a batch of every kind, in one piece and as a stream', () => {
  const running = Object.values(kinds).filter(({ state }) => state === 'available');
  const batches = tabs.filter(({ query }) => query.includes('CheckRequest'));
  expect(batches.map(({ query }) => /^(query|subscription)/m.exec(query)?.[0])).toEqual(['query', 'subscription']);
  for (const { variables } of batches) {
    const kindsAsked = JSON.parse(variables).requests.flatMap((request: object) => Object.keys(request));
    expect(kindsAsked).toEqual(running.map(({ name }) => name));
  }
});

it('asks about the subjects that the service has', async () => {
  const [mint, address] = [
    'J5reXJehdCV86HPHg2ewbeGYfMkxQT2YmLcg4DVfpump',
    '9AcRtqNTy4wUD9KKuB2mKrP5n6U3i2dMqeJchrsQU4ke',
  ];
  const site = {
    baseUrl: 'https://assay.example',
    sandbox: false,
    network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    v1Network: 'solana',
  };
  const page = await graphiqlPage(site, { trade: mint, funder: address });
  expect(page).toContain(mint);
  expect(page).toContain(address);
});
