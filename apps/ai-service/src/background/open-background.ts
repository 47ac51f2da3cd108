// The work behind the AI service's routes: what this process does of the tasks, and how it is.
import { randomFillSync } from 'node:crypto'
import { createMailStore } from '@gatehouse/mail/mail-store'
import { createMailTransport } from '@gatehouse/mail/create-mail-transport'
import { createMailSeal } from '@gatehouse/mail/seal-mail'
import { sendMailTask } from '@gatehouse/mail/send-mail-task'
import { createMeetingStore } from '@gatehouse/meetings/meeting-store'
import type { ModelCalls } from '@gatehouse/model-calls/open-model-calls'
import type { OperationRecorder } from '@gatehouse/operations/create-operation-recorder'
import { type Postgres, createPostgres } from '@gatehouse/postgres/create-postgres'
import type { ServiceResources } from '@gatehouse/service/start-service'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { createTaskWorker } from '@gatehouse/tasks/create-task-worker'
import type { TaskKind } from '@gatehouse/tasks/define-task'
import type { HandledKind } from '@gatehouse/tasks/handle-task'
import type { AiServiceConfig } from '../config.ts'
import type { Components } from '../readiness.ts'
import type { CvParsing } from './parse-cv/handler.ts'
import { openDocumentWorkers } from './open-document-workers.ts'
import { meetingInsightsHandler } from './meeting-insights/handler.ts'
import { sendMailHandler } from './send-mail/handler.ts'
import { openReconciliation } from './upkeep/open-reconciliation.ts'
import { openUpkeep } from './upkeep/open-upkeep.ts'
import { workerHealth } from './worker-health.ts'

export type Background = {
  /** All but the generator, which is no task. */
  components(): Omit<Components, 'matchScoreGenerator'>
  /** Of tasks that are done here. */
  kinds: readonly TaskKind[]
  pool: Postgres['counts']
  /** Finishes the tasks at hand, or gives them back when the grace is over. */
  drain(graceMs: number): Promise<void>
}

export type BackgroundDeps = Pick<
  ServiceResources,
  'clock' | 'ids' | 'logger' | 'metrics' | 'postgres' | 'redis'
> & {
  modelCalls: Pick<ModelCalls, 'breakers' | 'client' | 'cvParser'>
  operations: Pick<OperationRecorder, 'record'>
}

/** Readiness entry → the kinds of task behind it. An entry without any says that it is stopped. */
type WorkerKinds = Record<'emailWorker' | 'cvWorker' | 'documentWorker', readonly HandledKind[]>

export function openBackground(
  deps: BackgroundDeps,
  config: Pick<
    AiServiceConfig,
    'postgres' | 'housekeepingSeconds' | 'mail' | 'mailSecrets' | 'modelAlias' | 'objectStoreUrl' | 'payments'
  >,
  scope: AsyncDisposableStack,
): Background {
  const { clock, logger, metrics, modelCalls, operations } = deps
  const postgres = openTaskConnections(config.postgres, logger)
  scope.defer(() => postgres.close())
  const workers: WorkerKinds = {
    emailWorker: openEmailWorker(deps, postgres, config),
    ...openDocumentWorkers(
      { ...deps, postgres },
      { storeUrl: config.objectStoreUrl, parsing: toParsing(modelCalls, config.modelAlias) },
      scope,
    ),
  }
  const handled = [
    ...Object.values(workers).flat(),
    ...openMeetingWorker(deps, postgres, config.modelAlias),
    ...openUpkeep({ postgres, clock, logger }),
    openReconciliation(deps, config, scope),
  ]
  const worker = createTaskWorker({
    postgres,
    clock,
    logger,
    metrics,
    handled,
    random: Math.random,
    housekeepingSeconds: config.housekeepingSeconds,
    onAttemptEnd: operations.record,
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
      logger.info('the tasks are drained', { given_back: givenBack })
    },
  }
}

/** Apart from the routes' connections, so that neither waits for the other; and with a task's patience. */
function openTaskConnections(
  settings: AiServiceConfig['postgres'],
  logger: BackgroundDeps['logger'],
): Postgres {
  return createPostgres({
    ...settings,
    applicationName: 'gatehouse ai-service tasks',
    connectTimeoutMs: 5_000,
    queryTimeoutMs: 10_000,
    logger,
  })
}

/** Without a mail server none: mails wait in the outbox, and the entry says that the worker is stopped. */
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

/** Without a model to ask none: meetings wait. */
function openMeetingWorker(deps: BackgroundDeps, postgres: Postgres, alias: string): HandledKind[] {
  const { client, breakers } = deps.modelCalls
  if (!client) return []
  const queue = createTaskQueue({ ...deps, postgres, kinds: [sendMailTask] })
  const callsMax = () => breakers.of(alias).callsMax()
  return [
    meetingInsightsHandler({ ...deps, client, alias, queue, store: createMeetingStore(postgres), callsMax }),
  ]
}

function toParsing(
  { cvParser, breakers }: BackgroundDeps['modelCalls'],
  alias: string,
): CvParsing | undefined {
  return cvParser ? { parser: cvParser, breakers, alias } : undefined
}
