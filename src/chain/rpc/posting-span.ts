import { span } from '#lib/tracing.ts';
import type { Parcel } from './posting.ts';
import type { Posted } from './wire.ts';

/** One HTTP request as a span of what asked for its first call; the others may belong to other checks. */
export function postInSpan(origin: string, { items }: Parcel, post: () => Promise<Posted>): Promise<Posted> {
  const attributes = {
    'server.address': origin,
    'rpc.system.name': 'jsonrpc',
    'rpc.method': [...new Set(items.map(({ method }) => method))].join(' '),
    'assay.rpc.items': items.length,
  };
  const place = { role: 'client', parent: items[0]?.within } as const;
  return span('rpc', attributes, async (note) => noted(await post(), note), place);
}

function noted(posted: Posted, note: (attributes: Record<string, string | number>) => void): Posted {
  note(posted.ok ? { 'assay.rpc.bytes': posted.bytes } : { 'error.type': posted.failure.kind });
  return posted;
}
