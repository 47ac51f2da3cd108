// Carries events between processes over Redis pub/sub, with one channel per company: a backend receives only the events
// of companies that it watches. A message that is lost with its connection is not repeated.
import type { Clock } from '@gatehouse/runtime/clock'
import { isUuid } from '@gatehouse/runtime/ids'
import type { RedisClient } from '@gatehouse/redis/redis-client'
import { z } from 'zod'
import { type CompanyEvent, type PublishCompanyEvent, companyTopics } from './company-event.ts'
import { createEventPacer } from './event-pacer.ts'

const channelPrefix = 'gatehouse:events:'

export const channelOf = (companyId: string): string => `${channelPrefix}${companyId}`

export type PublisherDeps = { redis: Pick<RedisClient, 'publish'>; clock: Clock }

/** Each process publishes at most one event per second of each company and topic. */
export function createEventPublisher({ redis, clock }: PublisherDeps): {
  publish: PublishCompanyEvent
  close(): void
} {
  const pacer = createEventPacer({
    clock,
    emit(name, { topic, id, at }) {
      const [companyId = ''] = name.split(' ')
      const message = JSON.stringify({ topic, id, at: at.toISOString() })
      // Lost while Redis is unreachable: the readers learn of the interruption when they are connected again.
      redis.publish(channelOf(companyId), message).catch(() => undefined)
    },
  })
  return {
    publish: (companyId, topic, id) =>
      pacer.add(`${companyId} ${topic}`, { topic, id: id ?? null, at: new Date(clock.wallMs()) }),
    close: pacer.close,
  }
}

const messageSchema = z.object({
  topic: z.enum(companyTopics),
  id: z.string().nullable(),
  at: z.iso.datetime(),
})

/** Returns undefined for a message of another release. */
export function readMessage(
  channel: string,
  message: string,
): { companyId: string; event: CompanyEvent } | undefined {
  const companyId = channel.slice(channelPrefix.length)
  try {
    const { topic, id, at } = messageSchema.parse(JSON.parse(message))
    return isUuid(companyId) ? { companyId, event: { topic, id, at: new Date(at) } } : undefined
  } catch {
    return undefined
  }
}
