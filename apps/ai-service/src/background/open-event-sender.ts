// Opens the sender of outgoing events. It has its own connections, because many attempts may end at the same time.
import { randomFillSync } from 'node:crypto'
import { writeCompanyNotice } from '@gatehouse/companies/company-notices'
import { sendMailTask } from '@gatehouse/mail/send-mail-task'
import { type EventSender, createEventSender } from '@gatehouse/outgoing-events/create-event-sender'
import { createJudgeAddress } from '@gatehouse/outgoing-events/judge-address'
import { createPostEvent } from '@gatehouse/outgoing-events/post-event'
import { createEventSeal } from '@gatehouse/outgoing-events/seal-event-secret'
import { createPostgres } from '@gatehouse/postgres/create-postgres'
import { oneShard } from '@gatehouse/postgres/shards'
import type { ServiceResources } from '@gatehouse/service/start-service'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import type { AiServiceConfig } from '../config.ts'

type Deps = Pick<ServiceResources, 'clock' | 'ids' | 'logger' | 'metrics'>

const connectionsMax = 5

/** Without EVENT_SECRETS nothing is sent: events wait. */
export function openEventSender(
  { clock, ids, logger, metrics }: Deps,
  { postgres: settings, outgoingEvents }: Pick<AiServiceConfig, 'postgres' | 'outgoingEvents'>,
  scope: AsyncDisposableStack,
): EventSender | undefined {
  const { secrets, allowedRanges } = outgoingEvents
  if (!secrets) {
    logger.warn('events are not sent to the endpoints of companies: EVENT_SECRETS is not set')
    return undefined
  }
  const postgres = createPostgres({
    ...settings,
    applicationName: 'gatehouse ai-service events',
    poolSizeMax: connectionsMax,
    connectTimeoutMs: 5_000,
    queryTimeoutMs: 10_000,
    logger,
    metrics,
  })
  scope.defer(() => postgres.close())
  const queue = createTaskQueue({ postgres, logger, ids, kinds: [sendMailTask] })
  // Creates the queue now, because a notice that had to create it would need a second connection inside its transaction.
  void queue.prepare().catch(() => undefined)
  const sender = createEventSender({
    shards: oneShard(postgres),
    clock,
    ids,
    logger,
    metrics,
    random: Math.random,
    seal: createEventSeal({ secrets, fillRandom: randomFillSync }),
    post: createPostEvent({ clock, judgeAddress: createJudgeAddress(allowedRanges) }),
    onDisabled: (tx, { companyId, endpointId, url, because }) =>
      writeCompanyNotice({ queue, ids }, tx, {
        companyId,
        key: `event_endpoint_disabled:${endpointId}:${ids.uuid()}`,
        kind: 'event_endpoint_disabled',
        details: { endpointId, url, because },
      }),
  })
  sender.start()
  return sender
}
