import type { HttpDeps } from '#http/http-deps.ts';
import { CACHED, type Page } from '#http/page.ts';
import { Fault } from '#lib/fault.ts';

const KEY_BYTES = 32;

/**
 * The files that prove to catalogues who owns the service, from the configuration, so that a new catalogue needs no code. The page is
 * mounted behind all others: a document of ours takes precedence over a file of the same name, which the configuration refuses in the
 * first place.
 */
export function ownershipPages({ ownershipFiles = {} }: Pick<HttpDeps, 'ownershipFiles'>): readonly Page[] {
  const names = Object.keys(ownershipFiles);
  return [
    {
      path: '/.well-known/{catalog}.json',
      operationId: 'ownershipFile',
      summary: 'Proof of ownership for a catalogue of tools, where the operator configured one',
      tag: 'Discovery',
      mediaType: 'application/json',
      parameters: [
        { name: 'catalog', in: 'path', description: 'The catalogue.', values: names, example: names[0] ?? 'glama' },
      ],
      refusals: { 404: 'There is no file for this catalogue.' },
      headers: CACHED,
      read: ({ catalog = '' }) => {
        const file = Object.hasOwn(ownershipFiles, catalog) ? ownershipFiles[catalog] : undefined;
        if (typeof file !== 'object' || file === null) {
          throw new Fault('not_found', 'No file of ownership is configured under this name.');
        }
        return file;
      },
    },
  ];
}

/**
 * The proof of the domain for the MCP registry: the service's public key in the form that its HTTP method of authentication reads. The
 * publisher of an entry for this domain signs with the same key.
 */
export function registryAuthPages({ jwks }: Pick<HttpDeps, 'jwks'>): readonly Page[] {
  return [
    {
      path: '/.well-known/mcp-registry-auth',
      operationId: 'mcpRegistryAuth',
      summary: 'The key that publishes entries of this domain in the MCP registry',
      tag: 'Discovery',
      mediaType: 'text/plain; charset=utf-8',
      refusals: { 404: 'The service has no ed25519 key.' },
      headers: CACHED,
      read: () => `v=MCPv1; k=ed25519; p=${firstKey(jwks()).toString('base64')}`,
    },
  ];
}

/** The 32 bytes of the first ed25519 key of a set (RFC 8037 writes them as `x`). */
function firstKey(set: object): Buffer {
  const { keys = [] } = set as { readonly keys?: readonly { readonly crv?: unknown; readonly x?: unknown }[] };
  const found = keys.find(({ crv }) => crv === 'Ed25519');
  const bytes = typeof found?.x === 'string' ? Buffer.from(found.x, 'base64url') : null;
  if (bytes?.length !== KEY_BYTES) throw new Fault('not_found', 'The service has no ed25519 key.');
  return bytes;
}
