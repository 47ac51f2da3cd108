// pg-boss called directly, as its documentation shows: a job is sent in the transaction of its cause and completed in
// the transaction of its effect. It uses a separate schema, without the index that our migrations add.
import { setTimeout as pause } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import pg from 'pg'
import type { TaskSetup } from './task-setup.ts'

export type BareEngine = {
  send(payload: object): Promise<void>
  /** Works in pg-boss's own worker loop until this many effects are committed. */
  workBatches(count: number): Promise<void>
  /** The same with a hand-written loop: as many jobs per fetch as there are free slots, and a transaction for each. */
  workEach(count: number): Promise<void>
}

type BareSettings = { retryLimit: number; retryDelay: number; retryDelayMax: number; slots: number }

const queue = 'bare'

export async function openBareEngine(
  scope: AsyncDisposableStack,
  { server }: TaskSetup,
  settings: BareSettings,
): Promise<BareEngine> {
  const { slots, ...retries } = settings
  const connectionString = server.url
  const boss = new PgBoss({ connectionString, schema: 'bare', max: 32, supervise: false, schedule: false })
  boss.on('error', (error) => console.error(error))
  await boss.start()
  scope.defer(() => boss.stop({ graceful: false }))
  const pool = new pg.Pool({ connectionString, max: 32 })
  scope.defer(() => pool.end())
  await boss.createQueue('dead')
  await boss.createQueue(queue, { ...retries, retryBackoff: true, deadLetter: 'dead' })

  async function transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const result = await work(client)
      await client.query('commit')
      return result
    } finally {
      client.release()
    }
  }
  const databaseOf = (client: pg.PoolClient) => ({
    executeSql: (text: string, values?: unknown[]) => client.query<Record<string, unknown>>(text, values),
  })

  return {
    send: (payload) =>
      transaction(async (client) => {
        await client.query('insert into causes (id) values (gen_random_uuid())')
        await boss.send(queue, payload, { db: databaseOf(client), group: { id: 'company' } })
      }),
    async workBatches(count) {
      const all = Promise.withResolvers<void>()
      let done = 0
      const options = {
        transactional: true,
        batchSize: slots,
        localConcurrency: 2,
        pollingIntervalSeconds: 0.5,
        burstWhenBatchFull: true,
      } as const
      await boss.work(queue, options, async (jobs, tx) => {
        for (const { id } of jobs) await tx.executeSql(effectStatement, [id])
        done += jobs.length
        if (done >= count) setImmediate(all.resolve)
      })
      await all.promise
      await boss.offWork(queue)
    },
    async workEach(count) {
      let left = count
      const running = new Set<Promise<void>>()
      const work = async (job: { id: string }) => {
        await transaction(async (client) => {
          await client.query(effectStatement, [job.id])
          await boss.complete(queue, job.id, null, { db: databaseOf(client) })
        })
      }
      while (left > 0) {
        const jobs = await boss.fetch(queue, { batchSize: slots - running.size })
        for (const job of jobs) {
          const begun: Promise<void> = work(job).finally(() => running.delete(begun))
          running.add(begun)
        }
        left -= jobs.length
        if (jobs.length === 0) await pause(2)
        // One fetch for several jobs, as the product does.
        while (running.size > (slots * 3) / 4) await Promise.race(running)
      }
      await Promise.all(running)
    },
  }
}

const effectStatement = `insert into effects (task_id, kind, note) values ($1, 'bare', 'done')`
