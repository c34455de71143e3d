import { VersionedTransaction } from '@solana/web3.js';
import {
  type AssayClient,
  AssayError,
  type BytesSigner,
  type ClientOptions,
  createClient,
  type InputSchema,
  toolsOf,
} from 'assay-client';
import type { BaseWallet, Plugin, SolanaAgentKit } from 'solana-agent-kit';
// The kit knows schemas of version 3 alone, which later versions of zod carry too.
import { z } from 'zod/v3';
import { examples, similes } from './examples.ts';

/** Those of a client. Without `apiKey` the wallet of the agent pays. */
export type PluginOptions = Omit<ClientOptions, 'wallet'>;

export interface AssayPlugin extends Plugin {
  readonly methods: {
    /** The client that the agent's actions ask with. */
    readonly assay: (agent: Pick<SolanaAgentKit, 'wallet'>) => AssayClient;
  };
}

/**
 * The guard and the checks as actions of an agent: `new SolanaAgentKit(…).use(assayPlugin())`. An action that has no answer returns
 * `status: 'error'` with a code and never rejects. Throws a TypeError for options that are none.
 */
export function assayPlugin(options: PluginOptions = {}): AssayPlugin {
  // A client that signed a payment has to repeat it, so each wallet keeps its client.
  const clients = new WeakMap<BaseWallet, AssayClient>();
  const assay = ({ wallet }: Pick<SolanaAgentKit, 'wallet'>): AssayClient => {
    const client =
      clients.get(wallet) ??
      createClient({ ...options, ...(options.apiKey === undefined && { wallet: signerOf(wallet) }) });
    clients.set(wallet, client);
    return client;
  };
  const actions = toolsOf(createClient(options)).map(({ name, description, inputSchema }, at) => ({
    name,
    description,
    similes: similes[name] ?? [],
    examples: examples[name] ?? [],
    // The kit's types may be of another copy of zod.
    schema: schemaOf(inputSchema) as never,
    handler: async (agent: SolanaAgentKit, input: Readonly<Record<string, unknown>>) =>
      resultOf(await toolsOf(assay(agent))[at]?.run(given(input))),
  }));
  return { name: 'assay', methods: { assay }, actions, initialize: () => undefined };
}

/** A wallet of the kit as a signer of the client: the kit signs transactions as objects, and the client hands over bytes. */
function signerOf(wallet: BaseWallet): BytesSigner {
  return {
    // A wallet of a browser has no key until it is connected.
    get address() {
      return wallet.publicKey.toBase58();
    },
    async signTransaction(transaction) {
      try {
        const signed = await wallet.signTransaction(VersionedTransaction.deserialize(transaction));
        return signed.serialize();
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        throw new AssayError('payment_refused', `the wallet did not sign: ${why}`, { paymentState: 'unused' });
      }
    },
  };
}

/** What the kit calls a result: `status` tells an answer from a failure, whose code and words stand beside it. */
function resultOf(result: object | undefined): Record<string, unknown> {
  if (result === undefined || !('error' in result)) return { status: 'success', ...result };
  const { error, ...rest } = result;
  return { status: 'error', ...(error as object), ...rest };
}

/** Models that must name every member send null for what they leave out. */
function given(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}

/** What a tool's input is made of. */
interface Property {
  readonly type: 'string' | 'integer';
  readonly description: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

function schemaOf({ properties, required }: InputSchema): z.ZodObject<z.ZodRawShape> {
  const members = Object.entries(properties).map(([name, property]) => {
    const type = typeOf(property as Property);
    // In this order the kit's OpenAI tools let a member be null; in the other one they allow nothing but an empty text.
    return [name, required.includes(name) ? type : type.optional().nullable()];
  });
  return z.object(Object.fromEntries(members)).strict();
}

function typeOf({ type, description, pattern = '', minimum, maximum }: Property): z.ZodTypeAny {
  if (type === 'string') return z.string().regex(new RegExp(pattern)).describe(description);
  const least = minimum ?? Number.MIN_SAFE_INTEGER;
  const most = maximum ?? Number.MAX_SAFE_INTEGER;
  return z.number().int().min(least).max(most).describe(description);
}
