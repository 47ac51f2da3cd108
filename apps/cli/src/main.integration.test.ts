import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterEach, beforeEach, expect, test } from 'vitest'

let scope: AsyncDisposableStack
beforeEach(() => {
  scope = new AsyncDisposableStack()
})
afterEach(() => scope.disposeAsync())

const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url))

/** Runs `gatehouse` as a process, with a running database and Redis. */
async function runGatehouse(args: readonly string[], environment: Record<string, string> = {}) {
  const opened = scope.use(await openTestDatabase())
  const data = await mkdtemp(join(tmpdir(), 'gatehouse-cli-'))
  scope.defer(() => rm(data, { recursive: true, force: true }))
  const allArgs = args[0] === 'dev' ? [...args, '--data', data] : args
  const child = spawn(process.execPath, ['apps/cli/src/main.ts', ...allArgs], {
    cwd: repositoryRoot,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DATABASE_URL: opened.url,
      REDIS_URL: testRedisUrl(),
      PROVIDER_URL: 'http://127.0.0.1:1/v1',
      DEMO_HISTORY: 'off',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  scope.defer(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const exitCode = once(child, 'exit').then(([code]) => code as number | null)
  const prints = (text: string) =>
    waitUntil(() => output.includes(text), { withinMs: 30_000, what: `gatehouse prints "${text}"` })
  return { opened, exitCode, prints, output: () => output, interrupt: () => void child.kill('SIGINT') }
}

async function addCompany({ database }: OpenTestDatabase, name: string): Promise<void> {
  await database.insertInto('companies').values({ id: randomUUID(), name }).execute()
}

/** Runs `gatehouse` while this test holds the migration lock, as another migration would. */
async function runDuringMigration(
  args: readonly string[],
  prepare: (database: OpenTestDatabase) => Promise<void> = async () => undefined,
) {
  let isReleased = false
  const database = scope.use(await openTestDatabase())
  await prepare(database)
  const locked = Promise.withResolvers<void>()
  const holding = database.postgres.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock(7233041)')
    locked.resolve()
    // Queries all the time, because Postgres would end an idle transaction before a slow machine has started the process.
    const isOver = async () => {
      await tx.query('select 1')
      return isReleased
    }
    await waitUntil(isOver, { withinMs: 120_000, what: 'the lock is released' })
  })
  scope.defer(async () => {
    isReleased = true
    await holding
  })
  await locked.promise
  const gatehouse = await runGatehouse(args, { DATABASE_URL: database.url })
  return { ...gatehouse, opened: database }
}

test.each([['migrate'], ['dev']])('Ctrl-C ends `%s` while it waits for another migration', async (word) => {
  const gatehouse = await runDuringMigration([word])
  await gatehouse.prints('another migration is running')
  const interruptedMs = performance.now()
  gatehouse.interrupt()
  expect(await gatehouse.exitCode).toBe(130)
  expect(performance.now() - interruptedMs).toBeLessThan(15_000)
  expect(gatehouse.output()).toContain('Stopped while another migration was running')
})

test('`dev` refuses a database with other companies before it changes anything, migrations included', async () => {
  const gatehouse = await runDuringMigration(['dev'], (database) => addCompany(database, 'Acme'))
  expect(await gatehouse.exitCode).toBe(1)
  expect(gatehouse.output()).toContain('companies that are not demo data: "Acme".')
  expect(gatehouse.output()).toContain('gatehouse dev --use-database')
  expect(gatehouse.output()).not.toContain('another migration is running')
  const { database } = gatehouse.opened
  expect(await database.selectFrom('companies').select('name').execute()).toEqual([{ name: 'Acme' }])
  for (const table of ['model_routes', 'users', 'api_keys', 'audit_log'] as const)
    expect(await database.selectFrom(table).select('id').execute()).toEqual([])
})

test('`dev --use-database` works on a database with other companies', async () => {
  // A command that waits for the migration lock has passed the check for other companies.
  const gatehouse = await runDuringMigration(['dev', '--use-database'], (database) =>
    addCompany(database, 'Acme'),
  )
  await gatehouse.prints('another migration is running')
  gatehouse.interrupt()
  expect(await gatehouse.exitCode).toBe(130)
})

test('`check-config` lists wrong settings of a service, and returns exit code 1', async () => {
  const peppers = { KEY_PEPPERS: `test:${'p'.repeat(32)}` }
  const lacking = await runGatehouse(['check-config', 'gateway'], { PORT: 'ninety' })
  expect(await lacking.exitCode).toBe(1)
  expect(lacking.output()).toContain('KEY_PEPPERS')
  expect(lacking.output()).toContain('PORT')
  const valid = await runGatehouse(['check-config', 'gateway'], peppers)
  expect(await valid.exitCode).toBe(0)
  expect(valid.output()).toBe('gateway: settings are valid\n')
  const unknown = await runGatehouse(['check-config', 'database'], peppers)
  expect(await unknown.exitCode).toBe(2)
  expect(unknown.output()).toContain('gatehouse check-config ai-service')
})

test('a service that fails during the start ends `dev` with the reason', async () => {
  const gatehouse = await runGatehouse(['dev'], { LOG_LEVEL: 'loud' })
  expect(await gatehouse.exitCode).toBe(1)
  expect(gatehouse.output()).toContain('LOG_LEVEL')
  expect(gatehouse.output()).toContain('src/main.ts ended (1) before it listened')
})

test('`dev` routes the aliases to its provider, passes LOG_LEVEL on, and stops everything on Ctrl-C', async () => {
  const gatehouse = await runGatehouse(['dev'], { LOG_LEVEL: 'debug' })
  await gatehouse.prints('Gatehouse is up')
  const gateway = /^ {2}gateway +(http:\S+)$/m.exec(gatehouse.output())?.[1]
  expect((await fetch(`${gateway}/healthz`)).status).toBe(200)
  await gatehouse.prints('debug GET /healthz 200')
  const routes = gatehouse.opened.database.selectFrom('model_routes').select('base_url').distinct()
  expect(await routes.execute()).toEqual([{ base_url: 'http://127.0.0.1:1/v1' }])
  gatehouse.interrupt()
  expect(await gatehouse.exitCode).toBe(0)
  await expect(fetch(`${gateway}/healthz`)).rejects.toThrow('fetch failed')
})
