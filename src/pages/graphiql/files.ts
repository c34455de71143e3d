import { createHash } from 'node:crypto';
import { type PageFile, pageFile } from '../files.ts';

/** A name always means the same bytes, so a copy never expires. */
const KEPT = { 'cache-control': 'public, max-age=31536000, immutable' };

const HASH_CHARS = 16;

let files: ReturnType<typeof load> | null = null;

/**
 * The GraphiQL files. Their nine megabytes are loaded at the first request of the page, because no start should wait for them. File names
 * contain a hash, so that a browser never asks again.
 */
export function graphiqlFiles(): ReturnType<typeof load> {
  files ??= load();
  return files;
}

/** A file of the page, by its name. */
export async function graphiqlFile(name: string): Promise<PageFile | undefined> {
  return (await graphiqlFiles()).byName.get(name);
}

async function load() {
  const { js, css, editorWorkerService, jsonWorker, graphqlWorker } = await import(
    '@graphql-yoga/render-graphiql/graphiql'
  );
  const byName = new Map<string, PageFile>();
  const add = (name: string, end: 'js' | 'css', text: string): string => {
    const bytes = Buffer.from(text);
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, HASH_CHARS);
    const file = `${name}-${hash}.${end}`;
    byName.set(file, pageFile(file, bytes, KEPT));
    return `/graphiql/${file}`;
  };
  /** The paths of the editor's workers, by the labels that it asks for. */
  const workers = {
    editorWorkerService: add('editor-worker', 'js', editorWorkerService),
    json: add('json-worker', 'js', jsonWorker),
    graphql: add('graphql-worker', 'js', graphqlWorker),
  };
  return { paths: { app: add('app', 'js', js), styles: add('styles', 'css', css) }, workers, byName };
}
