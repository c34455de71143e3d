import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Installed, installPacked } from '../packages/installed.ts';
import { openTown, type Town } from './town.ts';
import { compile } from './typed-client.ts';

/*
 * The adapters as they are packed, with the frameworks that they are for: a model of the framework that asks for a tool, and the
 * service that answers it.
 */

let town: Town;
let installed: Installed;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  town = await openTown();
  installed = installPacked({ ai: 'test/peers', '@langchain': 'test/peers' });
  env = { ASSAY_URL: town.service.url, ASSAY_API_KEY: town.apiKey, MINT: town.sample('token', 'LOW_RISK') };
});
afterAll(async () => {
  installed?.remove();
  await town?.service.end();
});

const CLIENT = `import { createClient } from 'assay-client';
const { ASSAY_URL: url, ASSAY_API_KEY: apiKey, MINT: mint } = process.env;
const assay = createClient({ url, apiKey });
`;

describe.each(['assay-ai-sdk', 'assay-langchain'])('%s', (name) => {
  it('has the types of its framework', () => {
    expect([...compile(`packages/${name}/src`, ['index.ts'])]).toEqual([['index.ts', []]]);
  });
});

describe('the AI SDK', () => {
  it('lets a model ask the guard, and gives it the decision', async () => {
    const printed = await installed.run(
      'ai.js',
      `${CLIENT}import { generateText } from 'ai';
import { MockLanguageModelV2 } from 'ai/test';
import { assayTools } from 'assay-ai-sdk';

const input = JSON.stringify({ mint, sizeSol: '0.5', budgetBps: 300 });
const model = new MockLanguageModelV2({
  doGenerate: async () => ({
    finishReason: 'tool-calls',
    usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
    warnings: [],
    content: [{ type: 'tool-call', toolCallId: '1', toolName: 'assay_guard', input }],
  }),
});
const { toolResults } = await generateText({ model, tools: assayTools(assay), prompt: 'May I buy?' });
const asked = model.doGenerateCalls[0].tools.map(({ name, inputSchema }) => [name, inputSchema.type]);
console.log(JSON.stringify({ asked, output: toolResults[0].output }));
`,
      env,
    );
    const { asked, output } = JSON.parse(printed);
    expect(asked).toHaveLength(5);
    expect(asked[0]).toEqual(['assay_guard', 'object']);
    expect(output).toMatchObject({ decision: 'allow', sizeSol: '0.5', chargedUsdc: '0.04', reasons: [] });
  });
});

describe('LangChain', () => {
  it('runs a tool as a model calls it, refuses an input that is none, and tells a failure', async () => {
    const printed = await installed.run(
      'chain.js',
      `${CLIENT}import { assayTools } from 'assay-langchain';

const [, token] = assayTools(assay);
const { content } = await token.invoke({ type: 'tool_call', id: '1', name: token.name, args: { mint } });
const wrong = await token.invoke({ type: 'tool_call', id: '2', name: token.name, args: {} }).then(() => 'taken', () => 'refused');
const [, poor] = assayTools(createClient({ url }));
const unpaid = await poor.invoke({ mint });
console.log(JSON.stringify({ answer: JSON.parse(content), wrong, unpaid: JSON.parse(unpaid) }));
`,
      env,
    );
    const { answer, wrong, unpaid } = JSON.parse(printed);
    expect(answer).toMatchObject({ verdict: 'LOW_RISK', verified: true, charged_usdc: '0.02' });
    expect([wrong, unpaid.error.code]).toEqual(['refused', 'payment_required']);
  });
});
