// Opens the background work of the AI service: the tasks that this process handles, and their status.
import { randomFillSync } from 'node:crypto'
import type { PublishCompanyEvent } from '@gatehouse/companies/company-event'
import { createMailStore } from '@gatehouse/mail/postgres/mail-store'
import { createMailTransport } from '@gatehouse/mail/create-mail-transport'
import { createMailSeal } from '@gatehouse/mail/seal-mail'
import { sendMailTask } from '@gatehouse/mail/send-mail-task'
import { meetingInsightsTask } from '@gatehouse/meetings/meeting-insights-task'
import { createMeetingStore } from '@gatehouse/meetings/meeting-store'
import { workOutInsights } from '@gatehouse/meetings/work-out-insights'
import type { ModelCalls } from '@gatehouse/model-calls/open-model-calls'
import type { OperationRecorder } from '@gatehouse/operations/create-operation-recorder'
import { type Postgres, createPostgres } from '@gatehouse/postgres/create-postgres'
import { type Shards, oneShard } from '@gatehouse/postgres/shards'
import type { ServiceResources } from '@gatehouse/service/start-service'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { type TaskWorkerOptions, createTaskWorker } from '@gatehouse/tasks/create-task-worker'
import type { TaskKind } from '@gatehouse/tasks/define-task'
import { type HandledKind, handleTask } from '@gatehouse/tasks/handle-task'
import type { AiServiceConfig } from '../config.ts'
import { type Components, workerHealth } from '../readiness.ts'
import { openAccessActCopies } from './copy-access-acts.ts'
import { announceTask } from './announce-tasks.ts'
import { openDocumentWorkers } from './documents/open-document-workers.ts'
import type { CvParsing } from './documents/parse-cv.ts'
import { evaluateAlertsHandler } from './evaluate-alerts.ts'
import { type JdParsing, parseJobHandler } from './jobs/parse-job.ts'
import { sendMailHandler } from './send-mail.ts'
import { openReconciliation } from './upkeep/reconciliation.ts'
import { openUpkeep } from './upkeep/upkeep-tasks.ts'

export type Background = {
  /** All components except the generator, which is not a task. */
  components(): Omit<Components, 'matchScoreGenerator'>
  /** Kinds of tasks that this process handles. */
  kinds: readonly TaskKind[]
  pool: Postgres['counts']
  /** Lets running tasks finish; those still running after the grace period are returned to their queue. */
  drain(graceMs: number): Promise<void>
}

export type BackgroundDeps = Pick<
  ServiceResources,
  'clock' | 'ids' | 'logger' | 'metrics' | 'redis' | 'shards'
> & {
  modelCalls: Pick<ModelCalls, 'breakers' | 'client' | 'cvParser' | 'jdParser'>
  operations: Pick<OperationRecorder, 'record'>
  publishEvent: PublishCompanyEvent
}

type BackgroundConfig = Pick<
  AiServiceConfig,
  | 'consoleUrl'
  | 'housekeepingSeconds'
  | 'mail'
  | 'mailSecrets'
  | 'modelAlias'
  | 'objectStoreUrl'
  | 'partitionLength'
  | 'payments'
  | 'postgres'
  | 'reconciliationUrl'
>

/** The task kinds behind each worker in the readiness answer. A worker without kinds is reported as stopped. */
type WorkerKinds = Record<'emailWorker' | 'cvWorker' | 'documentWorker', readonly HandledKind[]>

export function openBackground(
  deps: BackgroundDeps,
  config: BackgroundConfig,
  scope: AsyncDisposableStack,
): Background {
  const { clock, logger, metrics, modelCalls } = deps
  const postgres = openTaskConnections(config.postgres, deps)
  scope.defer(() => postgres.close())
  const shards = oneShard(postgres)
  const workers: WorkerKinds = {
    emailWorker: openEmailWorker(deps, postgres, config),
    ...openDocumentWorkers(
      { ...deps, shards },
      { storeUrl: config.objectStoreUrl, parsing: toParsing(modelCalls, config.modelAlias) },
      scope,
    ),
  }
  const handled = [
    ...Object.values(workers).flat(),
    ...openMeetingWorker(deps, shards, config.modelAlias),
    parseJobHandler({ shards, metrics, parsing: toJdParsing(modelCalls, config.modelAlias) }),
    ...openUpkeep({ shards, clock, ids: deps.ids, logger, partitionLength: config.partitionLength }),
    openReconciliation(deps, config, scope),
    openAlerts(deps, shards, config.consoleUrl),
    ...openAccessActCopies(deps, config.objectStoreUrl, scope),
  ]
  const worker = createTaskWorker({
    postgres,
    clock,
    logger,
    metrics,
    handled,
    random: Math.random,
    housekeepingSeconds: config.housekeepingSeconds,
    onAttemptEnd: reportAttempts(deps),
  })
  worker.start()

  const statusesOf = (kinds: readonly HandledKind[]) => kinds.map(({ kind }) => worker.status(kind.name))
  const healthOf = (kinds: readonly HandledKind[]) => workerHealth(statusesOf(kinds))
  return {
    components() {
      const all = statusesOf(handled).filter(({ state }) => state !== 'stopped')
      const active = all.reduce((sum, { running }) => sum + running, 0)
      const slots = all.reduce((sum, { concurrencyMax }) => sum + concurrencyMax, 0)
      return {
        workers: { status: healthOf(handled), active, idle: slots - active },
        circuitBreakers: modelCalls.breakers.states(),
        emailWorker: healthOf(workers.emailWorker),
        cvWorker: healthOf(workers.cvWorker),
        documentWorker: healthOf(workers.documentWorker),
      }
    },
    kinds: handled.map(({ kind }) => kind),
    pool: postgres.counts,
    async drain(graceMs) {
      const { givenBack } = await worker.drain({ graceMs })
      logger.info('tasks drained', { given_back: givenBack })
    },
  }
}

/** Counts each attempt, and announces it to the company. */
function reportAttempts({ operations, publishEvent }: BackgroundDeps): TaskWorkerOptions['onAttemptEnd'] {
  return (end) => {
    operations.record(end)
    announceTask(publishEvent, end)
  }
}

/** Separate from the routes' connections, so that neither waits for the other, and with longer timeouts. */
function openTaskConnections(
  settings: AiServiceConfig['postgres'],
  { logger, metrics }: Pick<BackgroundDeps, 'logger' | 'metrics'>,
): Postgres {
  return createPostgres({
    ...settings,
    applicationName: 'gatehouse ai-service tasks',
    connectTimeoutMs: 5_000,
    queryTimeoutMs: 10_000,
    logger,
    metrics,
  })
}

/** Without a mail server there is no worker: mails wait in the outbox, and the worker is reported as stopped. */
function openEmailWorker(
  deps: BackgroundDeps,
  postgres: Postgres,
  { mail, mailSecrets: secrets }: Pick<AiServiceConfig, 'mail' | 'mailSecrets'>,
): HandledKind[] {
  if (!mail) return []
  if (!secrets)
    deps.logger.warn('confidential mails, such as invitations, are not sent: MAIL_SECRETS is not set')
  const seal = secrets && createMailSeal({ secrets, fillRandom: randomFillSync })
  const store = createMailStore({ postgres, ids: deps.ids, seal })
  return [sendMailHandler({ ...deps, store, transport: createMailTransport(mail) })]
}

/** Runs without a mail server too: its mails wait in the outbox. */
function openAlerts(deps: BackgroundDeps, shards: Shards, consoleUrl: string): HandledKind {
  const queue = createTaskQueue({ ...deps, postgres: shards.directory, kinds: [sendMailTask] })
  return evaluateAlertsHandler({ ...deps, shards, queue, consoleUrl })
}

/** Without a gateway there is no worker: meetings wait. While the breaker is open they wait in their queue. */
function openMeetingWorker(deps: BackgroundDeps, shards: Shards, alias: string): HandledKind[] {
  const { client, breakers } = deps.modelCalls
  if (!client) return []
  const queue = createTaskQueue({ ...deps, postgres: shards.directory, kinds: [sendMailTask] })
  const insightsDeps = { ...deps, client, alias, queue, store: createMeetingStore(shards) }
  return [
    handleTask(meetingInsightsTask, {
      concurrencyMax: meetingsMax,
      allowedNow: () => breakers.of(alias).callsMax(),
      work: (task) => workOutInsights(insightsDeps, task),
    }),
  ]
}

const meetingsMax = 4

function toParsing(
  { cvParser, breakers }: BackgroundDeps['modelCalls'],
  alias: string,
): CvParsing | undefined {
  return cvParser ? { parser: cvParser, breakers, alias } : undefined
}

function toJdParsing(
  { jdParser, breakers }: BackgroundDeps['modelCalls'],
  alias: string,
): JdParsing | undefined {
  return jdParser ? { parser: jdParser, breakers, alias } : undefined
}
