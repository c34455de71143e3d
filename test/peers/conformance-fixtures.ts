import { createHmac, timingSafeEqual } from 'node:crypto';
import type {
  CallToolResult,
  GetPromptResult,
  InputRequests,
  InputRequiredResult,
  Prompt,
  ReadResourceResult,
  Server,
  ServerContext,
  Tool,
} from '@modelcontextprotocol/server';
import type { Sdk } from '../../src/transport/mcp/stack.ts';

// What the conformance suites want to find in a server, so that the HTTP stack of the product can be held against all
// of them: the product's own tools have other names. Nobody looks into the picture and the sound.
const IMAGE = { type: 'image', data: base64('a picture'), mimeType: 'image/png' } as const;
const AUDIO = { type: 'audio', data: base64('a sound'), mimeType: 'audio/wav' } as const;
const TEMPLATE = /^test:\/\/template\/([^/]+)\/data$/;
const INPUT = { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' } as const;

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function told(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}

function embedded(uri: string, mimeType: string, text: string) {
  return { type: 'resource', resource: { uri, mimeType, text } } as const;
}

/** A schema with the keywords of 2020-12 that a list of tools must not lose. */
const KEYWORDS: Tool['inputSchema'] = {
  ...INPUT,
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

/** How a fixture asks a client for more: in its result, since a server without sessions has no other way. */
interface Round {
  readonly answers: Readonly<Record<string, unknown>>;
  /** What the client sent back of `state`; null where it sent none. Throws when somebody changed it. */
  readonly state: string | null;
  readonly context: ServerContext;
}

type Called = CallToolResult | InputRequiredResult;

interface Fixture {
  readonly inputSchema?: Tool['inputSchema'];
  run(round: Round): Promise<Called> | Called;
}

const elicit = (message: string, name: string, type = 'string') =>
  ({
    method: 'elicitation/create',
    params: {
      mode: 'form',
      message,
      requestedSchema: { type: 'object', properties: { [name]: { type } }, required: [name] },
    },
  }) as InputRequests[string];

const sample = (text: string) =>
  ({
    method: 'sampling/createMessage',
    params: { messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens: 100 },
  }) as InputRequests[string];

const ROOTS = { method: 'roots/list', params: {} } as InputRequests[string];

function wanted(inputRequests: InputRequests, state?: string): InputRequiredResult {
  return { resultType: 'input_required', inputRequests, ...(state !== undefined && { requestState: sealed(state) }) };
}

const SECRET = 'known to the fixtures alone';

function sealed(state: string): string {
  return `${state}.${createHmac('sha256', SECRET).update(state).digest('hex')}`;
}

function unsealed(text: string, { server: sdk }: Sdk): string {
  const state = text.split('.')[0] ?? '';
  const [expected, given] = [Buffer.from(sealed(state)), Buffer.from(text)];
  if (expected.length === given.length && timingSafeEqual(expected, given)) return state;
  throw new sdk.ProtocolError(-32_602, 'requestState was changed.');
}

/** Asks until every one of these is answered, then says so. */
function untilAnswered(requests: InputRequests, text: string, state?: string): Fixture['run'] {
  return ({ answers, state: returned }) => {
    const complete = Object.keys(requests).every((name) => answers[name] !== undefined);
    return complete && (state === undefined || returned === state) ? told(text) : wanted(requests, state);
  };
}

const PAUSE_MS = 20;
const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

/** Says something while it works. What it says goes out where the answer is a stream. */
async function inSteps(tell: (step: number) => Promise<void>): Promise<CallToolResult> {
  for (const step of [0, 1, 2]) {
    await tell(step);
    await pause();
  }
  return told('Done in three steps.');
}

function fixtures(sdk: Sdk, declared: () => object): Readonly<Record<string, Fixture>> {
  const name = elicit('What is your name?', 'name');
  return {
    test_simple_text: { run: () => told('This is a simple text response for testing.') },
    test_image_content: { run: () => ({ content: [IMAGE] }) },
    test_audio_content: { run: () => ({ content: [AUDIO] }) },
    test_embedded_resource: {
      run: () => ({ content: [embedded('test://embedded-resource', 'text/plain', 'An embedded resource.')] }),
    },
    test_multiple_content_types: {
      run: () => ({
        content: [
          ...told('Multiple content types test:').content,
          IMAGE,
          embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
        ],
      }),
    },
    test_error_handling: {
      run: () => ({ isError: true, ...told('This tool intentionally returns an error for testing') }),
    },
    test_tool_with_logging: {
      run: ({ context }) => inSteps((step) => context.mcpReq.log('info', `Step ${step}`)),
    },
    test_logging_tool: { run: ({ context }) => inSteps((step) => context.mcpReq.log('info', `Step ${step}`)) },
    test_tool_with_progress: {
      run: ({ context: { mcpReq } }) => {
        const token = mcpReq._meta?.progressToken;
        return inSteps(async (step) => {
          if (token === undefined) return;
          const params = { progressToken: token, progress: step * 50, total: 100 };
          await mcpReq.notify({ method: 'notifications/progress', params });
        });
      },
    },
    json_schema_2020_12_tool: { inputSchema: KEYWORDS, run: () => told('Listed for its schema.') },
    test_missing_capability: {
      run: () => {
        if ('sampling' in declared()) return told('The client can sample.');
        throw new sdk.server.MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
      },
    },
    test_streaming_elicitation: { run: untilAnswered({ user_name: name }, 'Hello!') },
    test_input_required_result_elicitation: { run: untilAnswered({ user_name: name }, 'Hello!') },
    test_input_required_result_sampling: {
      run: untilAnswered({ capital_question: sample('What is the capital of France?') }, 'Thanks.'),
    },
    test_input_required_result_list_roots: { run: untilAnswered({ client_roots: ROOTS }, 'Thanks.') },
    test_input_required_result_request_state: {
      run: untilAnswered({ confirm: elicit('Please confirm', 'ok', 'boolean') }, 'state-ok', 'one'),
    },
    test_input_required_result_tampered_state: {
      run: untilAnswered({ confirm: elicit('Please confirm', 'ok', 'boolean') }, 'state-ok', 'one'),
    },
    test_input_required_result_multiple_inputs: {
      run: untilAnswered(
        { user_name: name, greeting: sample('Generate a greeting'), client_roots: ROOTS },
        'Hello!',
        'one',
      ),
    },
    test_input_required_result_multi_round: {
      run: (round) => {
        if (round.state === null) return wanted({ step1: elicit('Step 1: What is your name?', 'name') }, 'first');
        return untilAnswered(
          { step2: elicit('Step 2: What is your favorite color?', 'color') },
          'Thanks.',
          'second',
        )(round);
      },
    },
    test_input_required_result_capabilities: {
      run: (round) => {
        const able = declared();
        const requests = {
          ...('elicitation' in able && { user_name: name }),
          ...('sampling' in able && { greeting: sample('Generate a greeting') }),
        };
        return untilAnswered(requests, 'Hello!')(round);
      },
    },
  };
}

const resources: Readonly<
  Record<string, { readonly mimeType: string; readonly text?: string; readonly blob?: string }>
> = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: IMAGE.data },
  'test://watched-resource': { mimeType: 'text/plain', text: 'Nothing changes here.' },
};

function read(uri: string, sdk: Sdk): ReadResourceResult {
  const [, id] = TEMPLATE.exec(uri) ?? [];
  if (id !== undefined) {
    const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { contents: [{ uri, mimeType: 'application/json', text }] };
  }
  const found = resources[uri];
  if (!found) throw new sdk.server.ResourceNotFoundError(uri, 'There is no such resource.');
  const { mimeType, text, blob = '' } = found;
  return { contents: [text === undefined ? { uri, mimeType, blob } : { uri, mimeType, text }] };
}

const argument = (name: string) => ({ name, description: `The argument ${name}.`, required: true });

const prompts: readonly Prompt[] = [
  { name: 'test_simple_prompt', description: 'Without arguments.' },
  { name: 'test_prompt_with_arguments', description: 'With two.', arguments: [argument('arg1'), argument('arg2')] },
  { name: 'test_prompt_with_embedded_resource', description: 'With a resource.', arguments: [argument('resourceUri')] },
  { name: 'test_prompt_with_image', description: 'With a picture.' },
  { name: 'test_input_required_result_prompt', description: 'Asks for what it needs.' },
];

type Content = GetPromptResult['messages'][number]['content'];

function said(...contents: readonly Content[]): GetPromptResult {
  return { messages: contents.map((content) => ({ role: 'user', content })) };
}

const text = (words: string): Content => ({ type: 'text', text: words });

function write(name: string, values: Readonly<Record<string, string>>, { answers }: Round) {
  if (name === 'test_prompt_with_arguments') {
    return said(text(`Prompt with arguments: arg1='${values.arg1}', arg2='${values.arg2}'`));
  }
  if (name === 'test_prompt_with_embedded_resource') {
    const resource = embedded(String(values.resourceUri), 'text/plain', 'Embedded resource content for testing.');
    return said(resource, text('Please process the embedded resource above.'));
  }
  if (name === 'test_prompt_with_image') return said(IMAGE, text('Please analyze the image above.'));
  if (name === 'test_input_required_result_prompt' && answers.user_context === undefined) {
    return wanted({ user_context: elicit('What context should the prompt use?', 'context') });
  }
  return said(text('This is a simple prompt for testing.'));
}

/** Makes the server of one request, with everything that the suites ask for by name. */
export function fixtureServer(sdk: Sdk): Server {
  const { ProtocolError, Server: Made } = sdk.server;
  const server = new Made(
    { name: 'conformance-fixtures', version: '1.0.0' },
    {
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} },
      cacheHints: Object.fromEntries(
        [
          'tools/list',
          'prompts/list',
          'resources/list',
          'resources/templates/list',
          'resources/read',
          'server/discover',
        ].map((method) => [method, { ttlMs: 3_600_000, cacheScope: 'public' as const }]),
      ),
    },
  );
  const tools = fixtures(sdk, () => server.getClientCapabilities() ?? {});
  const roundOf = (context: ServerContext): Round => {
    const returned = context.mcpReq.requestState<string>();
    const { inputResponses = {} } = context.mcpReq;
    return { answers: inputResponses, state: returned === undefined ? null : unsealed(returned, sdk), context };
  };
  server.setRequestHandler('tools/list', () => ({
    tools: Object.entries(tools).map(([name, { inputSchema = INPUT }]) => ({
      name,
      description: `${name}.`,
      inputSchema,
    })),
  }));
  server.setRequestHandler('tools/call', ({ params: { name } }, context) => {
    const tool = tools[name];
    if (!tool) throw new ProtocolError(-32_602, 'Unknown tool');
    return tool.run(roundOf(context));
  });
  server.setRequestHandler('resources/list', () => ({
    resources: Object.entries(resources).map(([uri, { mimeType }]) => ({ uri, name: uri.slice(7), mimeType })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' }],
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => read(uri, sdk));
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
  server.setRequestHandler('prompts/list', () => ({ prompts: [...prompts] }));
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    if (!prompts.some(({ name }) => name === params.name)) throw new ProtocolError(-32_602, 'Unknown prompt');
    return write(params.name, params.arguments ?? {}, roundOf(context));
  });
  server.setRequestHandler('completion/complete', () => ({ completion: { values: [], total: 0, hasMore: false } }));
  return server;
}
