// One of the processes started by killed-workers.ts: evaluates alert rules, or starts and pays top-ups, without pause.
import { oneShard } from '@gatehouse/postgres/shards'
import { setTimeout as pause } from 'node:timers/promises'
import { openInbox } from '@gatehouse/billing/open-billing'
import { payTopUps } from '@gatehouse/billing/pay-top-ups'
import { startTopUps } from '@gatehouse/billing/start-top-ups'
import { evaluateAlerts } from '@gatehouse/companies/evaluate-alerts'
import { sendMailTask } from '@gatehouse/mail/send-mail-task'
import { createDatabase } from '@gatehouse/postgres/create-database'
import { createPostgres } from '@gatehouse/postgres/create-postgres'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import type { Tables } from '@gatehouse/schema/tables'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import type { WorkerOrder } from './killed-workers.ts'

const order = JSON.parse(process.argv[2] ?? '{}') as WorkerOrder
const clock = createSystemClock()
const ids = createIds(clock)
const logger = createLogger({ service: 'worker', level: 'error', sinks: [process.stderr] })
const postgres = createPostgres({
  url: new Secret(order.databaseUrl),
  applicationName: 'proof worker',
  poolSizeMax: 4,
  connectTimeoutMs: 30_000,
  queryTimeoutMs: 30_000,
  logger,
})

process.on('disconnect', () => process.exit())
const work = order.kind === 'alerts' ? await openAlerts() : openTopUps(order)
for (;;) {
  process.send?.('working')
  await work()
  await pause(20)
}

async function openAlerts(): Promise<() => Promise<unknown>> {
  const queue = createTaskQueue({ postgres, logger, ids, kinds: [sendMailTask] })
  await queue.prepare()
  const deps = { shards: oneShard(postgres), logger, ids, queue, consoleUrl: 'https://console.example' }
  const { signal } = new AbortController()
  return async () => {
    for (const { error } of (await evaluateAlerts(deps, signal)).failures)
      logger.error('a company could not be evaluated', { error })
  }
}

function openTopUps({ apiUrl, apiKey }: Extract<WorkerOrder, { kind: 'top-ups' }>) {
  const { events } = openInbox({
    databases: oneShard(createDatabase<Tables>(postgres)),
    clock,
    ids,
    logger,
    settings: { apiKey: new Secret(apiKey), apiUrl },
  })
  return async () => {
    await startTopUps(events)
    // Shorter than an attempt may take, so that two workers also pay the same top-up at the same time.
    await payTopUps(events, { retryMs: 100 })
  }
}
