import type { Kind } from 'assay-core/rules/check.ts';
import { kinds } from 'assay-core/rules/index.ts';
import { z } from 'zod';
import type { HttpDeps } from '#http/http-deps.ts';
import { type Page, REVALIDATED } from '#http/page.ts';
import { exampleSubject, pathTemplate } from '#http/questions/calls.ts';
import { queryParameters, subjectSchema } from '#http/questions/parameters.ts';
import { addressesOf, verdictUrl } from '#pages/addresses.ts';
import { DESCRIPTION, NOT_CHARGED, retries, x402Note } from '#pages/words.ts';
import { checkInput } from '#payments/challenge.ts';
import { pricesAtomic, pricesUsdc } from '#payments/prices.ts';
import { requirementV2 } from '#payments/x402/requirements.ts';

type ManifestDeps = Pick<HttpDeps, 'settings' | 'mcpBaseUrl' | 'version' | 'examples'>;

/** Which calls are not settled. Values are words to branch on; `note` says the same in a sentence. */
const refunds = {
  service_failure: 'not_charged',
  server_error: 'not_charged',
  refused_call: 'not_charged',
  unknown_verdict: 'not_charged_when_a_failure_of_the_service_decided_it',
  repeated_payment: 'answered_again_and_not_charged',
  note: `${NOT_CHARGED} A verdict that facts of the chain decided is charged, UNKNOWN included.`,
} as const;

/**
 * The calls that can be paid one by one, for catalogues and crawlers. No standard defines the document, so it has the members of all its
 * known forms: `resources` as texts, and `items` with the terms of the live 402, from the same code.
 */
export function manifestPages(deps: ManifestDeps): readonly Page[] {
  const page = (path: string, operationId: string, summary: string): Page => ({
    path,
    operationId,
    summary,
    tag: 'Discovery',
    mediaType: 'application/json',
    // The fee payer may change while the service runs, and a copy that contradicts the 402 would be worse than none.
    headers: REVALIDATED,
    read: () => manifest(deps),
  });
  return [
    page(
      '/.well-known/x402',
      'x402Manifest',
      'Whether and how the checks are paid per call, with the terms of their 402',
    ),
    page('/.well-known/x402.json', 'x402ManifestJson', 'The same document under the name that some crawlers ask for'),
  ];
}

function manifest(deps: ManifestDeps): object {
  const { settings } = deps;
  const at = addressesOf(deps);
  const all = Object.values(kinds);
  return {
    version: 1,
    x402Version: 2,
    kind: 'resource-server',
    name: settings.serviceName,
    icon: settings.iconUrl,
    description: DESCRIPTION,
    service_version: deps.version,
    ...(settings.sandbox && { sandbox: true }),
    payment: {
      enabled: settings.enabled,
      network: settings.network,
      asset: 'USDC',
      asset_mint: settings.assetMint,
      pay_to: settings.payTo,
      note: x402Note(settings),
    },
    resources: all.map((kind) => settings.baseUrl + pathTemplate(kind)),
    items: all.map((kind) => item(kind, deps)),
    instructions: at.llms,
    openapi: at.openapi,
    mcp: at.mcp,
    a2a: at.a2a,
    llms_txt: at.llms,
    credits: at.credits,
    refund_policy: refunds,
    fulfillment_policy: { order: 'verify, check, settle, deliver', retries: retries(settings) },
    ownershipProofs: [],
  };
}

function item(kind: Kind, { settings, examples }: ManifestDeps): object {
  const { baseUrl, serviceName } = settings;
  const { method, routeTemplate } = checkInput(kind, exampleSubject(kind.name, examples));
  const price = pricesUsdc[kind.name];
  return {
    resource: baseUrl + pathTemplate(kind),
    routeTemplate,
    type: 'http',
    method,
    x402Version: 2,
    accepts: settings.enabled ? [requirementV2(pricesAtomic[kind.name], settings)] : [],
    serviceName,
    description: kind.summary,
    mimeType: 'application/json',
    price: { amount: price, currency: 'USDC' },
    verdicts: Object.keys(kind.verdicts),
    example: `${baseUrl}/check/${kind.name}/${exampleSubject(kind.name, examples)}`,
    inputSchema: inputSchema(kind, exampleSubject(kind.name, examples)),
    outputSchema: { $ref: verdictUrl(kind.name, baseUrl) },
  };
}

function inputSchema(kind: Kind, example: string): object {
  const query = Object.entries(queryParameters(kind)).map(([name, { schema }]) => [name, plain(schema)]);
  return {
    type: 'object',
    properties: { [kind.subject]: { ...plain(subjectSchema), examples: [example] }, ...Object.fromEntries(query) },
    required: [kind.subject],
  };
}

function plain(schema: z.ZodType): object {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema);
  return rest;
}
