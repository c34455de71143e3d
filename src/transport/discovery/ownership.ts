import type { HttpDeps } from '#http/model.ts';
import { CACHED, type Page } from '#http/page.ts';
import { Fault } from '#lib/fault.ts';

/**
 * The files that prove to catalogues who owns the service, from the configuration, so that a new catalogue needs no code.
 * The page is mounted behind all others: a document of ours always wins over a file of the same name, which the
 * configuration refuses in the first place.
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
