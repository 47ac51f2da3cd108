// The document, CV and e-mail workers of the AI service in a separate process, which begins on command and runs until
// it is killed.
import { oneShard } from '@gatehouse/postgres/shards'
import { openDocumentWorkers } from '@gatehouse/ai-service/background/open-document-workers'
import { sendMailHandler } from '@gatehouse/ai-service/background/send-mail'
import { createMailTransport } from '@gatehouse/mail/create-mail-transport'
import { createMailStore } from '@gatehouse/mail/postgres/mail-store'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { Secret } from '@gatehouse/runtime/secret'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { connectTasks, ids, logger, openWorker } from '../tasks/task-setup.ts'
import type { DocumentWork } from './start-document-worker.ts'

const { databaseUrl, storeUrl, smtpUrl, renewMs, silentMs } = JSON.parse(
  process.argv[2] ?? '{}',
) as DocumentWork
const postgres = connectTasks(databaseUrl, 16)
const deps = {
  clock: createSystemClock(),
  ids,
  logger,
  metrics: createMetrics('proof'),
  postgres,
  shards: oneShard(postgres),
}
const scope = new AsyncDisposableStack()
const { documentWorker, cvWorker } = openDocumentWorkers(
  deps,
  { storeUrl: new Secret(storeUrl), parsing: undefined },
  scope,
)
const from = { name: 'Gatehouse', address: 'mail@gatehouse.example' }
const emailWorker = sendMailHandler({
  ...deps,
  store: createMailStore(deps),
  transport: createMailTransport({ url: new Secret(smtpUrl), from }),
})
const worker = openWorker(postgres, [...documentWorker, ...cvWorker, emailWorker], {
  renewMs,
  silentMs,
  pollMs: 50,
})
process.on('disconnect', () => process.exit())
process.once('message', () => worker.start())
process.send?.('loaded')
