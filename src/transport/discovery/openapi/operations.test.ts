import { OpenAPIRegistry, OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi';
import { kinds } from 'assay-core/rules/index.ts';
import { parseSize } from 'assay-core/rules/trade/size.ts';
import { expect, it } from 'vitest';
import { checkOperation } from './operations.ts';

it('says how a size is written, what it is without a word, and shows some that are taken', () => {
  const registry = new OpenAPIRegistry();
  registry.registerPath(checkOperation(kinds.trade));
  const { paths } = new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: { title: 'Assay', version: '1' },
  });
  const { schema } = (paths?.['/check/trade/{mint}']?.get?.parameters ?? []).find(
    (parameter) => 'name' in parameter && parameter.name === 'size_sol',
  ) as { schema: { examples: readonly number[] } };
  expect(schema).toMatchObject({ type: 'number', exclusiveMinimum: 0, maximum: 10_000, default: 0.5 });
  expect(schema.examples.length).toBeGreaterThan(0);
  for (const example of schema.examples) expect(parseSize(String(example))).not.toBeNull();
});
