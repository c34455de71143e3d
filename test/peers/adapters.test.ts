import { Keypair } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { type Installed, installPacked } from '../packages/installed.ts';
import { confirmed } from '../support/market.ts';
import { openTown, type Town } from './town.ts';
import { compile } from './typed-client.ts';

/*
 * The adapters as they are packed, with the frameworks that they are for: a model of the framework that asks for a tool, and the
 * service that answers it. test/peers/package.json replaces `@openai/agents` and `@solana/spl-token`, which the Solana Agent Kit loads
 * for what does not run here, by a small package, and gives it the newer LangChain: its tree alone is 138 MB.
 */

let town: Town;
let installed: Installed;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  town = await openTown();
  const frameworks = ['ai', '@langchain', 'solana-agent-kit', '@solana/web3.js', 'zod'];
  installed = installPacked(Object.fromEntries(frameworks.map((name) => [name, 'test/peers'])));
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

describe.each(['assay-ai-sdk', 'assay-langchain', 'assay-agent-kit'])('%s', (name) => {
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

/** An agent of the kit whose wallet has the secret key in `SECRET`. What test/peers leaves out of the kit's tree is stood in for. */
const AGENT = `import { register } from 'node:module';
import { Keypair } from '@solana/web3.js';
import { assayPlugin } from 'assay-agent-kit';
const names = ['getMint', 'TOKEN_2022_PROGRAM_ID', 'TOKEN_PROGRAM_ID', 'TokenInvalidAccountOwnerError'];
const code = (text) => 'data:text/javascript,' + encodeURIComponent(text);
const absent = {
  '@openai/agents': code('export const tool = (options) => options;'),
  '@solana/spl-token': code(names.map((name) => 'export const ' + name + ' = null;').join('')),
};
register(code('const absent = ' + JSON.stringify(absent) + ';' +
  'export const resolve = (name, context, next) => absent[name] ? { url: absent[name], shortCircuit: true } : next(name, context);'));
const kit = await import('solana-agent-kit');
const { ASSAY_URL: url, ASSAY_API_KEY: apiKey, MINT: mint, RPC_URL: rpcUrl, SECRET } = process.env;
const wallet = new kit.KeypairWallet(Keypair.fromSecretKey(Uint8Array.from(JSON.parse(SECRET))), rpcUrl);
const agentWith = (plugin, signer = wallet) => new kit.SolanaAgentKit(signer, rpcUrl, {}).use(plugin);
`;

async function agentEnv({ usdc }: { readonly usdc: string }): Promise<Readonly<Record<string, string>>> {
  const { publicKey, secretKey } = Keypair.generate();
  if (usdc !== '0')
    await confirmed(town.rpcUrl, await rpc<string>(town.rpcUrl, 'sandbox_airdropUsdc', [publicKey.toBase58(), usdc]));
  return { ...env, RPC_URL: town.rpcUrl, SECRET: JSON.stringify([...secretKey]) };
}

describe('the Solana Agent Kit', () => {
  it('runs actions as tools of a model and as they are, paid by the wallet of the agent', async () => {
    const printed = await installed.run(
      'pays.js',
      `${AGENT}const agent = agentWith(assayPlugin({ url }));
const tools = Object.values(kit.createVercelAITools(agent, agent.actions));
const [guard] = agent.actions;
const guarded = await kit.executeAction(guard, agent, { mint, sizeSol: '0.5', budgetBps: 300, deployer: null });
const token = await tools[1].execute({ mint });
const { billing } = await agent.methods.assay(agent).trade(mint);
const asked = tools.map(({ id, description, parameters }) => [id, description.length, parameters.safeParse({}).success]);
const open = kit.createOpenAITools(agent, agent.actions)[0].parameters.properties.deployer.type;
console.log(JSON.stringify({ guarded, token, billing, asked, open }));
`,
      await agentEnv({ usdc: '1000000' }),
    );
    const { guarded, token, billing, asked, open } = JSON.parse(printed);
    expect(guarded).toMatchObject({ status: 'success', decision: 'allow', chargedUsdc: '0.04' });
    expect(token).toMatchObject({ status: 'success', verdict: 'LOW_RISK', verified: true, charged_usdc: '0.02' });
    expect([billing.route, open]).toEqual(['x402', ['string', 'null']]);
    expect(asked).toHaveLength(5);
    // The kit cuts a description at 1,023 letters.
    for (const [, letters, takesNothing] of asked) expect([letters < 1_023, takesNothing]).toEqual([true, false]);
  });

  it('pays by a key where there is one', async () => {
    const printed = await installed.run(
      'key.js',
      `${AGENT}const agent = agentWith(assayPlugin({ url, apiKey }));
console.log(JSON.stringify(await agent.methods.assay(agent).token(mint)));
`,
      await agentEnv({ usdc: '0' }),
    );
    expect(JSON.parse(printed)).toMatchObject({ verdict: 'LOW_RISK', billing: { route: 'credit' } });
  });

  it('tells a failure as a result: no money, a wallet that does not sign, an input that is none', async () => {
    const printed = await installed.run(
      'fails.js',
      `${AGENT}const poor = agentWith(assayPlugin({ url }));
const [, token] = poor.actions;
const unpaid = await kit.executeAction(token, poor, { mint });
const signTransaction = async () => {
  throw new Error('declined');
};
const unwilling = agentWith(assayPlugin({ url }), { publicKey: wallet.publicKey, signTransaction });
const [guard, chain] = kit.createLangchainTools(unwilling, unwilling.actions);
const unsigned = JSON.parse(await chain.invoke({ mint }));
const blocked = JSON.parse(await guard.invoke({ mint, sizeSol: '1', budgetBps: 300 }));
const wrong = await kit.executeAction(token, poor, { mint: 'none' });
console.log(JSON.stringify({ unpaid, unsigned, blocked, wrong }));
`,
      await agentEnv({ usdc: '0' }),
    );
    const { unpaid, unsigned, blocked, wrong } = JSON.parse(printed);
    expect(unpaid).toMatchObject({
      status: 'error',
      code: 'insufficient_funds',
      note: expect.stringContaining('Nothing'),
    });
    expect(unsigned).toMatchObject({
      status: 'error',
      code: 'payment_refused',
      message: expect.stringMatching(/declined$/),
    });
    expect(blocked).toMatchObject({ status: 'success', decision: 'block' });
    expect(wrong).toMatchObject({ status: 'error', code: 'VALIDATION_ERROR' });
  });
});
