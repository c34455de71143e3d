/**
 * The layers of the project as rules. Arrows only go down; each rule says what breaking it would mean. `files` are single modules
 * that a layer may use beside whole layers.
 */
const layers = {
  lib: { may: [], why: 'lib is the floor: words that every layer uses. It stands on nothing of ours.' },
  config: { may: ['lib'], why: 'config turns the environment into one frozen value; it builds nothing.' },
  venues: {
    may: ['lib'],
    why: 'A venue is arithmetic on account bytes; where the bytes come from is not its business.',
  },
  chain: {
    may: ['lib', 'venues'],
    why: 'chain reads Solana and has no opinions: it knows no check, no money, no transport.',
  },
  checks: {
    may: ['lib'],
    why: 'A judgement is a function of evidence; an import of anything else lets I/O or money into it.',
  },
  evidence: {
    may: ['chain', 'venues', 'checks', 'lib'],
    why: 'A gatherer fills the shape that a check declares, from the chain, and decides nothing.',
  },
  facts: {
    may: ['evidence', 'chain', 'venues', 'checks', 'lib'],
    why: 'A fact calls what asks the chain or what derives, and is known to neither.',
  },
  ledger: { may: ['lib'], why: 'The ledger owns money; it must not depend on what is being sold.' },
  payments: {
    may: ['ledger', 'chain', 'checks', 'lib'],
    why: 'Payments admit and settle; prices come from the registry, facts from chain and ledger.',
  },
  schema: {
    may: ['payments', 'ledger', 'facts', 'evidence', 'chain', 'checks', 'lib'],
    why: 'The schema is where evidence meets judgement; it speaks no protocol.',
  },
  http: {
    may: ['schema', 'payments', 'checks', 'lib'],
    why: 'The HTTP toolkit knows requests, limits and problems; which routes there are is not its business.',
  },
  pages: {
    may: ['http', 'schema', 'payments', 'checks', 'lib'],
    why: 'A page is a document over HTTP; what it shows it asks the routes for, as any caller does.',
  },
  transport: {
    may: ['http', 'pages', 'schema', 'payments', 'checks', 'lib'],
    why: 'A transport speaks a protocol and asks the schema; it reads neither chain nor ledger by itself.',
  },
  sandbox: {
    may: ['lib', 'chain', 'venues'],
    why: 'The sandbox plays the chain from outside; the service must not notice the difference.',
  },
  observability: {
    may: ['http', 'transport', 'schema', 'payments', 'ledger', 'chain', 'config', 'lib'],
    why: 'Observability reads figures of what runs; what gathers and judges knows nothing of a figure.',
  },
};

const names = Object.keys(layers);
const layerRules = names.map((name) => ({
  name: `${name}-looks-only-down`,
  comment: layers[name].why,
  severity: 'error',
  from: { path: `^src/${name}/`, pathNot: '[.]test[.]tsx?$' },
  to: {
    path: '^src/',
    pathNot: [
      ...[name, ...layers[name].may].map((n) => `^src/${n}/`),
      ...(layers[name].files ?? []).map((n) => `^src/${n}[.]ts$`),
    ],
  },
}));

const homes = {
  '@a2a-js': ['transport'],
  '@pothos': ['schema'],
  dataloader: ['chain', 'payments'],
  'lru-cache': ['chain', 'transport'],
  undici: ['chain', 'payments', 'sandbox'],
  'drizzle-orm': ['ledger'],
  postgres: ['ledger'],
  '@opentelemetry': ['lib', 'observability'],
  'prom-client': ['observability', 'app'],
  express: ['http', 'transport', 'pages'],
  'graphql-yoga': ['transport'],
  '@graphql-yoga/render-graphiql': ['pages'],
  'graphql-jit': ['schema'],
  graphql: ['schema', 'transport'],
  '@solana/web3.js': ['chain', 'payments', 'sandbox', 'lib'],
  '@x402': ['payments'],
  '@solana/kit': ['payments'],
  litesvm: ['sandbox'],
  jose: ['lib'],
  canonicalize: ['lib'],
  'fastest-levenshtein': ['config', 'http'],
  '@modelcontextprotocol': ['transport'],
  'swagger-ui-dist': ['pages'],
  '@asteasolutions/zod-to-openapi': ['transport'],
  '@wallet-standard': ['pages'],
  preact: ['pages'],
  'preact-render-to-string': ['pages'],
  uplot: ['pages'],
};

const homeRules = Object.entries(homes).map(([pkg, layersOfPkg]) => ({
  name: `${pkg.replace(/[@/.]/g, '-').replace(/^-/, '')}-stays-home`,
  comment: `${pkg} is used in ${layersOfPkg.join(', ')} only, so that replacing it touches one place.`,
  severity: 'error',
  from: { path: '^src/', pathNot: [...layersOfPkg.map((l) => `^src/${l}/`), '[.]test[.]tsx?$'] },
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
      comment: 'A file that nothing imports is dead, or a rule that somebody forgot to list.',
      severity: 'error',
      from: { orphan: true, path: '^src/', pathNot: '[.]test[.]tsx?$' },
      to: {},
    },
    {
      name: 'kinds-do-not-know-each-other',
      comment: 'A kind that reads another kind cannot be changed alone; what they share belongs in src/checks itself.',
      severity: 'error',
      from: { path: '^src/checks/([^/]+)/' },
      to: { path: '^src/checks/([^/]+)/', pathNot: '^src/checks/$1/' },
    },
    {
      name: 'checks-import-no-package',
      comment: 'Judgement is plain code over plain data: a package or a Node module would bring I/O, time or chance.',
      severity: 'error',
      from: { path: '^src/(checks|venues)/', pathNot: '[.]test[.]tsx?$' },
      to: { dependencyTypes: ['npm', 'npm-optional', 'core'] },
    },
    {
      name: 'evidence-knows-only-the-shape',
      comment: 'A gatherer imports the type of a kind of evidence; the verdict policy must not influence what is read.',
      severity: 'error',
      from: { path: '^src/(evidence|facts)/', pathNot: '[.]test[.]tsx?$' },
      to: {
        path: '^src/checks/',
        pathNot: '/evidence([.]ts$|/)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'nothing-below-app-reads-config',
      comment: 'Configuration is handed down by the composition root; a layer that reads it cannot be started twice.',
      severity: 'error',
      from: {
        path: '^src/(lib|checks|venues|chain|evidence|facts|ledger|payments|schema|http|pages|transport|sandbox)/',
      },
      to: { path: '^src/config/' },
    },
    {
      name: 'observability-stands-outside',
      comment: 'Who is observed is told nothing of it: what runs must run the same while nobody looks.',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: ['^src/(observability|app)/', '[.]test[.]tsx?$'] },
      to: { path: '^src/observability/' },
    },
    {
      name: 'workers-stand-outside',
      comment: 'Whether a service has sisters is decided where it starts; whoever asks for it inside cannot run alone.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/app/workers/', '^src/main[.]ts$', '[.]test[.]tsx?$'] },
      to: { path: '^src/app/workers/', pathNot: '^src/app/workers/metrics[.]ts$' },
    },
    {
      name: 'workers-do-not-open-parts',
      comment: 'A primary serves nothing and a worker is the whole service: neither knows what is inside of it.',
      severity: 'error',
      from: { path: '^src/app/workers/', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^src/', pathNot: '^src/(app|config|lib)/' },
    },
    {
      name: 'sandbox-is-loaded-on-demand',
      comment: 'The sandbox is a development part: a static import from the service would load it in production.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/sandbox/', '[.]test[.]tsx?$'] },
      to: { path: '^src/sandbox/', dependencyTypesNot: ['dynamic-import', 'type-only'] },
    },
    {
      name: 'documents-know-no-view',
      comment:
        'What programs get is made without HTML, so that every transport can send it; a view reads its document.',
      severity: 'error',
      from: { path: '^src/pages/[^/]+/document[.]ts$' },
      to: { path: ['^src/pages/.*[.]tsx$', '^src/pages/client/', '(^|/)node_modules/preact'] },
    },
    {
      name: 'browser-code-stands-alone',
      comment:
        'Code of the pages runs in browsers of strangers: whatever it imports is sent to them. Types are not, and the words of venues shall be.',
      severity: 'error',
      from: { path: '^src/pages/client/', pathNot: '[.]test[.]tsx?$' },
      to: {
        pathNot: [
          '^src/pages/client/',
          '^src/checks/venue-words[.]ts$',
          '(^|/)node_modules/(@wallet-standard|preact|uplot)/',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'browser-code-stays-in-browsers',
      comment:
        'The service that imports code of the pages would run what was written for a document and a window; tables and formats know neither.',
      severity: 'error',
      from: { path: '^(src|bench)/', pathNot: '^src/pages/client/' },
      to: { path: '^src/pages/client/', pathNot: '^src/pages/client/(format[.]ts|tone[.]tsx)$' },
    },
    {
      name: 'source-imports-no-package',
      comment:
        'What others install is built upon the published documents; the service that needs it could not change them.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^packages/' },
    },
    {
      name: 'packages-stand-alone',
      comment: 'A package runs where nothing of the service is: it knows the service by its documents alone.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(src|test|bench)/' },
    },
    {
      name: 'packages-share-the-client',
      comment: 'Packages are installed one by one: what two of them need belongs to the client.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/' },
      to: { path: '^packages/', pathNot: '^packages/($1|assay-client)/' },
    },
    {
      name: 'client-runs-anywhere',
      comment: 'The client runs in browsers too: what it imports is sent to them, and nothing of Node is there.',
      severity: 'error',
      from: { path: '^packages/assay-client/src/' },
      to: { pathNot: ['^packages/assay-client/src/', '(^|/)node_modules/canonicalize/'] },
    },
    {
      name: 'source-does-not-import-tests',
      comment: 'Test support in the running service would ship fakes to production.',
      severity: 'error',
      from: { path: '^src/', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^(test|bench)/|[.]test[.]tsx?$' },
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
