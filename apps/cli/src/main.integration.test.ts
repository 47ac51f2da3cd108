import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterEach, beforeEach, expect, test } from 'vitest'

let scope: AsyncDisposableStack
beforeEach(() => {
  scope = new AsyncDisposableStack()
})
afterEach(() => scope.disposeAsync())

const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url))

/** The `gatehouse` command as a process, on a database and a Redis that run already. */
async function runGatehouse(words: readonly string[], environment: Record<string, string> = {}) {
  const opened = scope.use(await openTestDatabase())
  const child = spawn(process.execPath, ['apps/cli/src/main.ts', ...words], {
    cwd: repositoryRoot,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DATABASE_URL: opened.url,
      REDIS_URL: testRedisUrl(),
      PROVIDER_URL: 'http://127.0.0.1:1/v1',
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
  const says = (text: string) =>
    waitUntil(() => output.includes(text), { withinMs: 30_000, what: `gatehouse says "${text}"` })
  return { opened, exitCode, says, output: () => output, interrupt: () => void child.kill('SIGINT') }
}

/** Holds the lock by which migrators exclude each other. */
async function runBesideMigrator(words: readonly string[]) {
  const gate = Promise.withResolvers<void>()
  const database = scope.use(await openTestDatabase())
  const locked = Promise.withResolvers<void>()
  const holding = database.postgres.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock(7233041)')
    locked.resolve()
    await gate.promise
  })
  scope.defer(async () => {
    gate.resolve()
    await holding
  })
  await locked.promise
  return runGatehouse(words, { DATABASE_URL: database.url })
}

test.each([['migrate'], ['dev']])('Ctrl-C ends `%s` while it waits for another migration', async (word) => {
  const gatehouse = await runBesideMigrator([word])
  await gatehouse.says('another migration is running')
  const interruptedMs = performance.now()
  gatehouse.interrupt()
  expect(await gatehouse.exitCode).toBe(130)
  expect(performance.now() - interruptedMs).toBeLessThan(15_000)
  expect(gatehouse.output()).toContain('Stopped while another migration was running')
})

test('a service that fails before the others listen ends `dev`, which says why', async () => {
  const gatehouse = await runGatehouse(['dev'], { LOG_LEVEL: 'loud' })
  expect(await gatehouse.exitCode).toBe(1)
  expect(gatehouse.output()).toContain('LOG_LEVEL')
  expect(gatehouse.output()).toContain('src/main.ts ended (1) before it listened')
})

test('`dev` lets the aliases lead to its provider, its services write what LOG_LEVEL asks for, and Ctrl-C ends all', async () => {
  const gatehouse = await runGatehouse(['dev'], { LOG_LEVEL: 'debug' })
  await gatehouse.says('Gatehouse is up')
  const gateway = /^ {2}gateway +(http:\S+)$/m.exec(gatehouse.output())?.[1]
  expect((await fetch(`${gateway}/healthz`)).status).toBe(200)
  await gatehouse.says('debug GET /healthz 200')
  const routes = gatehouse.opened.database.selectFrom('model_routes').select('base_url').distinct()
  expect(await routes.execute()).toEqual([{ base_url: 'http://127.0.0.1:1/v1' }])
  gatehouse.interrupt()
  expect(await gatehouse.exitCode).toBe(0)
  await expect(fetch(`${gateway}/healthz`)).rejects.toThrow('fetch failed')
})
