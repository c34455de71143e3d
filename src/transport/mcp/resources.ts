import type { ReadResourceResult, Resource } from '@modelcontextprotocol/server';
import { formatUsdc } from 'assay-core/lib/money.ts';
import { kinds } from 'assay-core/rules/index.ts';
import { Fault } from '#lib/fault.ts';
import { codeList, codeNames, explainedCode } from '#pages/reason-codes/document.ts';
import { tiers } from '#payments/credits/tiers.ts';
import { pricesUsdc } from '#payments/prices.ts';
import { paymentRequiredSchema, verdictSchema } from '../discovery/schemas.ts';
import type { McpDeps } from './tool.ts';

const JSON_TYPE = 'application/json';
const SCHEMA_TYPE = 'application/schema+json';

/** A readable document: its list entry, and its content. */
interface Offered {
  readonly entry: Resource;
  readonly read: () => object;
}

/** The free documents: reason codes, verdicts, schemas and prices. */
export interface Resources {
  readonly list: readonly Resource[];
  readonly templates: readonly {
    uriTemplate: string;
    name: string;
    title: string;
    description: string;
    mimeType: string;
  }[];
  /** Throws `not_found`. */
  read(uri: string): ReadResourceResult;
  /** The allowed values of a template argument. */
  complete(uriTemplate: string, argument: string): readonly string[];
}

const CODE_TEMPLATE = 'assay://reason-codes/{code}';
const SCHEMA_TEMPLATE = 'assay://schemas/{kind}';

/** The resources of a service. */
export function openResources(deps: McpDeps): Resources {
  const { baseUrl } = deps.settings;
  const offered = new Map(offeredBy(deps).map((each) => [each.entry.uri, each]));
  const codes = codeNames(baseUrl);
  return {
    list: [...offered.values()].map(({ entry }) => entry),
    templates: [
      {
        uriTemplate: CODE_TEMPLATE,
        name: 'reason_code',
        title: 'A reason code',
        description: 'What one reason code or flag means and what to do.',
        mimeType: JSON_TYPE,
      },
      {
        uriTemplate: SCHEMA_TEMPLATE,
        name: 'schema',
        title: 'The schema of a verdict',
        description: 'JSON Schema of the complete answer of one kind of check.',
        mimeType: SCHEMA_TYPE,
      },
    ],
    read: (uri) => {
      const found = offered.get(uri) ?? codeAt(uri, baseUrl);
      if (!found) throw new Fault('not_found', `There is no resource ${uri.slice(0, 256)}.`);
      const { mimeType = JSON_TYPE } = found.entry;
      return { contents: [{ uri, mimeType, text: JSON.stringify(found.read()) }] };
    },
    complete: (template, argument) => {
      if (template === CODE_TEMPLATE && argument === 'code') return codes;
      return template === SCHEMA_TEMPLATE && argument === 'kind' ? Object.keys(kinds) : [];
    },
  };
}

function offeredBy(deps: McpDeps): readonly Offered[] {
  const { baseUrl } = deps.settings;
  const one = (
    path: string,
    name: string,
    title: string,
    description: string,
    read: () => object,
    mimeType = JSON_TYPE,
  ): Offered => ({
    entry: { uri: `assay://${path}`, name, title, description, mimeType },
    read,
  });
  return [
    one(
      'reason-codes',
      'reason_codes',
      'Reason codes',
      'Every reason code and flag with meaning, severity and what to do.',
      () => codeList(baseUrl),
    ),
    one(
      'verdicts',
      'verdicts',
      'Verdicts',
      'The verdicts of each kind of check, best first, and what they mean.',
      verdicts,
    ),
    one('prices', 'prices', 'Prices', 'What each check costs, free calls, passes, and how to pay.', () => prices(deps)),
    ...Object.values(kinds).map(({ name }) =>
      one(
        `schemas/${name}`,
        `schema_${name}`,
        `Schema of the ${name} check`,
        `JSON Schema of the complete answer of the ${name} check.`,
        () => verdictSchema(name, baseUrl),
        SCHEMA_TYPE,
      ),
    ),
    one(
      'schemas/payment-required',
      'schema_payment_required',
      'Schema of payment terms',
      'JSON Schema of the x402 terms in an unpaid result.',
      () => paymentRequiredSchema(baseUrl),
      SCHEMA_TYPE,
    ),
  ];
}

function codeAt(uri: string, baseUrl: string): Offered | null {
  const [, code] = /^assay:\/\/reason-codes\/([A-Z0-9_]{1,64})$/.exec(uri) ?? [];
  if (code === undefined) return null;
  try {
    const explained = explainedCode(code, baseUrl);
    return { entry: { uri, name: code }, read: () => explained };
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}

function verdicts(): object {
  return Object.fromEntries(Object.values(kinds).map((kind) => [kind.name, kind.verdicts]));
}

function prices({ settings, freeCallsPerDay = 0 }: McpDeps): object {
  return {
    asset: 'USDC',
    network: settings.network,
    prices_usdc: pricesUsdc,
    free_calls_per_day: freeCallsPerDay,
    not_charged: 'An answer that a failure of the service decided, and every refusal.',
    passes: tiers.map(({ tier, priceAtomic, days, calls }) => ({
      tier,
      price_usdc: formatUsdc(priceAtomic),
      days,
      fair_use_calls: calls,
    })),
    x402: settings.enabled,
    prepaid: `${settings.baseUrl}/credits`,
  };
}
