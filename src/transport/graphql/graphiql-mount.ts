import type { Express } from 'express';
import { sendShared } from '#http/reply.ts';
import { Fault } from '#lib/fault.ts';
import { GRAPHIQL_FOLDER, graphiqlFiles } from './graphiql-files.ts';

/** A name stands for the same bytes for ever, so a copy is never asked about. */
const KEPT = { 'cache-control': 'public, max-age=31536000, immutable' };

/** Serves what the page for people loads. */
export function mountGraphiqlFiles(app: Express): void {
  const allow = { allow: ['GET', 'HEAD', 'OPTIONS'] };
  const route = app.route(`${GRAPHIQL_FOLDER}:file`);
  route.get(async (request, response) => {
    const { byPath } = await graphiqlFiles();
    const file = byPath.get(request.path);
    if (!file) throw new Fault('not_found');
    sendShared(response, 200, file.mediaType, file.bytes, KEPT);
  });
  route.all(() => {
    throw new Fault('method_not_allowed', undefined, allow);
  });
}
