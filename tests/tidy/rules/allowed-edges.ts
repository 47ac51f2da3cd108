// Which package may use which: every new dependency between packages is a reviewed line in this table. Apps use domain,
// domain uses foundation, never the other way; an edge between two domain packages is named, never a pattern.
export type AllowedEdges = Readonly<Record<string, readonly string[]>>

/** Package folder → the package folders that its production code may use. */
export const allowedEdges: AllowedEdges = {
  'foundation/runtime': [],
  'foundation/bytes': [],
  'foundation/telemetry': ['foundation/runtime'],
  'foundation/postgres': ['foundation/runtime', 'foundation/telemetry'],
  'foundation/redis': ['foundation/runtime', 'foundation/telemetry'],
  'foundation/objects': ['foundation/runtime'],
  'foundation/http': ['foundation/runtime', 'foundation/telemetry'],
  'foundation/openapi': ['foundation/http'],
  'foundation/operations': ['foundation/postgres', 'foundation/runtime', 'foundation/telemetry'],
  'foundation/tasks': ['foundation/postgres', 'foundation/runtime', 'foundation/telemetry'],
  'foundation/service': [
    'foundation/http',
    'foundation/postgres',
    'foundation/redis',
    'foundation/runtime',
    'foundation/telemetry',
  ],

  'domain/schema': ['foundation/postgres'],
  'domain/audit': ['domain/schema', 'foundation/objects', 'foundation/runtime', 'foundation/tasks'],
  'domain/identity': ['domain/audit', 'domain/schema', 'foundation/postgres', 'foundation/runtime'],
  'domain/companies': [
    'domain/audit',
    'domain/credits',
    'domain/identity',
    'domain/mail',
    'domain/outgoing-events',
    'domain/schema',
    'foundation/postgres',
    'foundation/redis',
    'foundation/runtime',
    'foundation/tasks',
    'foundation/telemetry',
  ],
  'domain/allowances': [
    'domain/audit',
    'domain/companies',
    'domain/credits',
    'domain/documents',
    'domain/jobs',
    'domain/meetings',
    'domain/schema',
    'foundation/postgres',
    'foundation/runtime',
    'foundation/tasks',
    'foundation/telemetry',
  ],
  'domain/models': [
    'domain/audit',
    'domain/schema',
    'foundation/postgres',
    'foundation/redis',
    'foundation/runtime',
    'foundation/telemetry',
  ],
  'domain/model-calls': ['domain/models', 'foundation/runtime', 'foundation/telemetry'],
  'domain/meetings': [
    'domain/audit',
    'domain/mail',
    'domain/model-calls',
    'domain/outgoing-events',
    'domain/reading',
    'domain/schema',
    'foundation/postgres',
    'foundation/runtime',
    'foundation/tasks',
    'foundation/telemetry',
  ],
  'domain/calls': ['foundation/postgres', 'foundation/runtime'],
  'domain/call-archive': ['foundation/objects', 'foundation/postgres', 'foundation/runtime'],
  'domain/credits': [
    'domain/audit',
    'domain/calls',
    'domain/models',
    'domain/schema',
    'foundation/postgres',
    'foundation/runtime',
    'foundation/tasks',
    'foundation/telemetry',
  ],
  'domain/billing': [
    'domain/audit',
    'domain/credits',
    'domain/outgoing-events',
    'domain/schema',
    'foundation/postgres',
    'foundation/runtime',
    'foundation/telemetry',
  ],
  'domain/keys': [
    'domain/audit',
    'domain/outgoing-events',
    'domain/schema',
    'foundation/postgres',
    'foundation/redis',
    'foundation/runtime',
    'foundation/telemetry',
  ],
  'domain/documents': [
    'domain/parsing',
    'domain/reading',
    'domain/schema',
    'domain/talents',
    'foundation/objects',
    'foundation/postgres',
    'foundation/runtime',
    'foundation/tasks',
  ],
  'domain/mail': ['foundation/postgres', 'foundation/runtime', 'foundation/tasks'],
  'domain/outgoing-events': [
    'domain/audit',
    'domain/schema',
    'foundation/postgres',
    'foundation/runtime',
    'foundation/telemetry',
  ],
  'domain/reading': [],
  'domain/parsing': ['domain/reading', 'foundation/postgres'],
  'domain/limits': [
    'domain/calls',
    'foundation/postgres',
    'foundation/redis',
    'foundation/runtime',
    'foundation/telemetry',
  ],
  'domain/vocabulary': ['domain/reading', 'foundation/postgres'],
  'domain/talents': ['domain/reading', 'domain/schema', 'domain/vocabulary', 'foundation/postgres'],
  'domain/jobs': [
    'domain/audit',
    'domain/reading',
    'domain/schema',
    'domain/vocabulary',
    'foundation/postgres',
    'foundation/runtime',
    'foundation/tasks',
  ],
  'domain/matching': [
    'domain/audit',
    'domain/jobs',
    'domain/model-calls',
    'domain/outgoing-events',
    'domain/reading',
    'domain/schema',
    'domain/talents',
    'domain/vocabulary',
    'foundation/postgres',
    'foundation/runtime',
    'foundation/telemetry',
  ],

  'apps/gateway': ['domain/*', 'foundation/*'],
  'apps/backend': ['domain/*', 'foundation/*'],
  'apps/ai-service': ['domain/*', 'foundation/*'],
  'apps/cli': ['domain/*', 'foundation/*'],
  // Runs in browsers, and speaks to the backend by GraphQL only.
  'apps/console': [],

  'deploy/observability': [],
  testkit: ['domain/*', 'foundation/*'],
  tests: ['apps/*', 'deploy/*', 'domain/*', 'foundation/*', 'testkit'],
  // The root has no production code; its package.json makes `pnpm gatehouse` work.
  '.': [],
}

/** Layer → what its tests and tools may use in addition, through devDependencies. */
export const allowedInDevelopment: AllowedEdges = {
  foundation: ['foundation/*', 'testkit'],
  deploy: [],
  domain: ['domain/*', 'foundation/*', 'testkit'],
  apps: ['domain/*', 'foundation/*', 'testkit'],
  testkit: ['domain/*', 'foundation/*'],
  tests: ['apps/*', 'deploy/*', 'domain/*', 'foundation/*', 'testkit'],
  '.': ['apps/cli', 'testkit', 'tests'],
}

/** Layer → the layers that its lines in the table may name, so that a mistake in the table is caught too. */
export const layerDirections: AllowedEdges = {
  foundation: ['foundation'],
  deploy: [],
  domain: ['domain', 'foundation'],
  apps: ['domain', 'foundation'],
  testkit: ['domain', 'foundation'],
  tests: ['apps', 'deploy', 'domain', 'foundation', 'testkit'],
  '.': [],
}

/** This package may use none of our packages, whatever the table says, because all others depend on it. */
export const standsAlone = 'foundation/runtime'

/**
 * Package folder → development packages that its production code may load with `await import(…)`, never statically.
 * `gatehouse dev` starts the testkit's servers, on a developer's machine only.
 */
export const loadedOnlyInDevelopment: AllowedEdges = {
  'apps/cli': ['testkit'],
}
