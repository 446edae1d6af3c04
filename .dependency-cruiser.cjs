// Import rules between packages and layers, checked by `npm run boundaries`.

const SERVICES = [
  'gateway',
  'sites',
  'identity',
  'analytics',
  'collector',
  'tracker',
  'purge',
  'selfaudit',
  'migrate',
  'all-in-one',
  'client',
  'dashboard',
  'e2e',
  'seed',
  'bench',
];

const ALSO = { e2e: ['client'], dashboard: ['client'], bench: ['dashboard', 'client'] };

/** A service may import itself, protos and the packages under shared/; never another service. */
const noOtherService = SERVICES.filter((name) => name !== 'all-in-one').map((name) => ({
  name: `${name}-imports-no-other-service`,
  severity: 'error',
  from: { path: `^services/${name}/` },
  // The black-box tests and the dashboard call the API as customers do: with the typed client.
  // The benchmark of queries sends the requests of the dashboard's overview.
  to: { path: `^services/(?!(${[name, 'shared', ...(ALSO[name] ?? [])].join('|')})/)` },
}));

const TESTS = '(\\.test\\.ts$|/test/|/testing/)';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unknown', severity: 'error', from: {}, to: { couldNotResolve: true } },
    ...noOtherService,
    {
      name: 'all-in-one-imports-only-modules-and-configs',
      severity: 'error',
      from: { path: '^services/all-in-one/src' },
      to: { path: '^services/(?!all-in-one/|shared/)', pathNot: '^services/[^/]+/src/(module|config)\\.ts$' },
    },
    {
      name: 'kit-imports-npm-only',
      severity: 'error',
      from: { path: '^services/shared/kit/' },
      to: { path: '^(services/(?!shared/kit/)|protos/)' },
    },
    {
      name: 'protos-import-kit-only',
      severity: 'error',
      from: { path: '^protos/' },
      to: { path: '^services/(?!shared/kit/)' },
    },
    {
      name: 'domain-is-pure',
      comment: 'Rules without I/O: no store, no rpc, no routes, no database, no network, no configuration.',
      severity: 'error',
      from: { path: '^services/[^/]+/src/domain/', pathNot: TESTS },
      to: {
        path: '^services/[^/]+/src/(store|rpc|routes|module|config|main)|^services/shared/kit/src/(pg|clickhouse|rpc|http|run|config|log)|node_modules/(pg|@clickhouse|@grpc|express)/',
      },
    },
    {
      name: 'store-imports-no-edge',
      severity: 'error',
      from: { path: '^services/[^/]+/src/store/', pathNot: TESTS },
      to: { path: '^services/[^/]+/src/(rpc|routes|module|config|main)' },
    },
    {
      name: 'analytics-query-is-pure',
      comment:
        'Windows, filters, dimensions and the compiled SQL text: nothing that runs a statement or answers a call.',
      severity: 'error',
      from: { path: '^services/analytics/src/query/', pathNot: TESTS },
      to: {
        path: '^services/analytics/src/(queries|clickhouse|store|rpc|module|config|main)|^services/shared/kit/src/(pg|rpc|http|run|config|log)|node_modules/(@clickhouse|@grpc)/',
      },
    },
    {
      name: 'analytics-clickhouse-imports-no-queries',
      severity: 'error',
      from: { path: '^services/analytics/src/clickhouse/', pathNot: TESTS },
      to: { path: '^services/analytics/src/(queries|rpc|module|main)' },
    },
    {
      name: 'analytics-queries-import-no-module',
      severity: 'error',
      from: { path: '^services/analytics/src/queries/', pathNot: TESTS },
      to: { path: '^services/analytics/src/(module|config|main)' },
    },
    {
      name: 'eventstore-is-for-analytics-collector-and-purge',
      severity: 'error',
      from: { path: '^services/(gateway|sites|identity|tracker|e2e)/', pathNot: TESTS },
      to: { path: '^services/shared/(eventstore|kit/src/clickhouse)|node_modules/@clickhouse/' },
    },
    {
      name: 'engines-are-for-all-in-one',
      comment: 'Tests may start separate engines, such as two shards.',
      severity: 'error',
      from: { path: '^services/(?!all-in-one/|bench/|shared/engines/)', pathNot: TESTS },
      to: { path: '^services/shared/engines/' },
    },
    {
      name: 'e2e-speaks-http-only',
      comment:
        'Tests call the system over HTTP. They may start engines that `npm start` does not, such as a standby, or a ClickHouse with all rights, and engines that they kill.',
      severity: 'error',
      from: { path: '^services/e2e/' },
      to: {
        path: '^(services/(?!e2e/|client/|shared/(kit|eventstore)/src/testing/|shared/kit/src/package-root|shared/engines/src/(start-(engines|standby|secured-postgres)|(clickhouse|engine|postgres)\\.ts))|protos/)',
      },
    },
    {
      name: 'tests-are-not-imported',
      severity: 'error',
      from: { pathNot: `${TESTS}|^services/(e2e|bench)/` },
      to: { path: TESTS },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(/dist/|^protos/gen/|^services/client/gen/)' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
