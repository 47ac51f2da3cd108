// Everything that gets killed: Postgres, Redis and two settler processes, on data that persists.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestPostgres } from '@gatehouse/testkit/start-postgres'
import { startServers } from '../../kit/servers.ts'
import { type Company, ids } from '../ledger-setup.ts'
import { MessageCounts } from './message-counts.ts'
import type { Random } from '../../kit/seeded-random.ts'
import { type SettlerChild, startSettlerChild } from './settler-child.ts'

export type Victim = 'settler' | 'Postgres' | 'Redis'
export const victims: readonly Victim[] = ['settler', 'Postgres', 'Redis']

export type CrashSetup = {
  readonly postgres: TestPostgres
  readonly redisUrl: string
  readonly companies: readonly Company[]
  /** Journals of all processes so far, in the order in which they started. */
  readonly journals: readonly Journal[]
  /** When Postgres was down, in milliseconds since 1970. */
  readonly outages: readonly Outage[]
  /** Log messages of the settlers. */
  readonly logged: MessageCounts
  startSettlers(): Promise<void>
  /** Kills the victim with SIGKILL and restarts it; for `settler`, a random one. */
  strike(victim: Victim): Promise<void>
  finishSettlers(): Promise<void>
}

/** `killedAtMs` is set if the process could not finish. */
export type Journal = { slot: number; path: string; killedAtMs: number | undefined }

type Outage = { fromMs: number; untilMs: number }

const settlerCount = 2
const companyCount = 8

export async function startCrashSetup(
  scope: AsyncDisposableStack,
  random: Random,
  seed: string,
): Promise<CrashSetup> {
  const directory = await mkdtemp(join(tmpdir(), 'gatehouse-journals-'))
  scope.defer(() => rm(directory, { recursive: true, force: true }))
  const { postgres, redis } = await startServers(scope)
  const companies = Array.from({ length: companyCount }, () => ({ id: ids.uuid(), keyId: ids.uuid() }))
  const journals: Journal[] = []
  const outages: Outage[] = []
  const logged = new MessageCounts()
  const settlers = new Map<number, SettlerChild>()
  scope.defer(async () => {
    for (const settler of settlers.values()) await settler.kill()
  })

  async function startSettler(slot: number): Promise<void> {
    const path = join(directory, `${String(journals.length).padStart(4, '0')}.journal`)
    const before = journals.findLast((journal) => journal.slot === slot)
    const places = { databaseUrl: postgres.url, redisUrl: redis.url, journalPath: path }
    const task = {
      ...places,
      companies,
      seed: `${seed} settler ${journals.length}`,
      ...(before ? { resumeFrom: before.path } : {}),
    }
    const child = await startSettlerChild(task, logged)
    settlers.set(slot, child)
    journals.push({ slot, path, killedAtMs: undefined })
  }

  async function strikeServer(server: { kill(): Promise<void>; restart(): Promise<void> }): Promise<void> {
    await server.kill()
    await server.restart()
  }

  async function strikeSettler(): Promise<void> {
    const slot = random.integer(0, settlerCount - 1)
    const journal = journals.findLast((one) => one.slot === slot)
    if (journal) journal.killedAtMs = Date.now()
    await settlers.get(slot)?.kill()
    settlers.delete(slot)
    await startSettler(slot)
  }

  return {
    postgres,
    redisUrl: redis.url,
    companies,
    journals,
    outages,
    logged,
    async startSettlers() {
      for (let slot = 0; slot < settlerCount; slot += 1) await startSettler(slot)
    },
    async strike(victim) {
      if (victim === 'Postgres') {
        const fromMs = Date.now()
        await strikeServer(postgres)
        outages.push({ fromMs, untilMs: Date.now() })
      }
      if (victim === 'Redis') await strikeServer(redis)
      if (victim === 'settler') await strikeSettler()
    },
    async finishSettlers() {
      await Promise.all([...settlers.values()].map((settler) => settler.finish()))
      settlers.clear()
    },
  }
}
