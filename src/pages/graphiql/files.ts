import { createHash } from 'node:crypto';
import type { Express } from 'express';
import { mountRead } from '#http/mount-page.ts';
import { sendShared } from '#http/reply.ts';
import { Fault } from '#lib/fault.ts';

/** A name always means the same bytes, so a copy never expires. */
const KEPT = { 'cache-control': 'public, max-age=31536000, immutable' };

/** A file of the GraphiQL page. */
interface GraphiqlFile {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** The files of the GraphiQL page. */
interface GraphiqlFiles {
  /** The paths of what the page loads. */
  readonly paths: { readonly app: string; readonly styles: string };
  /** The paths of the editor's workers, by the labels that it asks for. */
  readonly workers: Readonly<Record<'editorWorkerService' | 'json' | 'graphql', string>>;
  readonly byPath: ReadonlyMap<string, GraphiqlFile>;
}

const GRAPHIQL_FOLDER = '/graphiql/';

const SCRIPT = 'text/javascript; charset=utf-8';
const STYLES = 'text/css; charset=utf-8';
const HASH_CHARS = 16;

let files: Promise<GraphiqlFiles> | null = null;

/**
 * The GraphiQL files. Their nine megabytes load when somebody opens the page, because no start should wait for them. File names
 * contain a hash, so that a browser never asks again.
 */
export function graphiqlFiles(): Promise<GraphiqlFiles> {
  files ??= load();
  return files;
}

async function load(): Promise<GraphiqlFiles> {
  const { js, css, editorWorkerService, jsonWorker, graphqlWorker } = await import(
    '@graphql-yoga/render-graphiql/graphiql'
  );
  const byPath = new Map<string, GraphiqlFile>();
  const add = (name: string, mediaType: string, text: string): string => {
    const bytes = Buffer.from(text);
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, HASH_CHARS);
    const path = `${GRAPHIQL_FOLDER}${name}-${hash}.${mediaType === STYLES ? 'css' : 'js'}`;
    byPath.set(path, { mediaType, bytes });
    return path;
  };
  const workers = {
    editorWorkerService: add('editor-worker', SCRIPT, editorWorkerService),
    json: add('json-worker', SCRIPT, jsonWorker),
    graphql: add('graphql-worker', SCRIPT, graphqlWorker),
  };
  return { paths: { app: add('app', SCRIPT, js), styles: add('styles', STYLES, css) }, workers, byPath };
}

/** Serves what the page for people loads. */
export function mountGraphiqlFiles(app: Express): void {
  mountRead(app, `${GRAPHIQL_FOLDER}:file`, async (request, response) => {
    const { byPath } = await graphiqlFiles();
    const file = byPath.get(request.path);
    if (!file) throw new Fault('not_found');
    sendShared(response, 200, file.mediaType, file.bytes, KEPT);
  });
}
