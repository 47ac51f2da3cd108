import { outcomeUnknown } from '@gatehouse/postgres/connection-fault'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { oneShard } from '@gatehouse/postgres/shards'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { expect, test, vi } from 'vitest'
import { chatEndpoint, completionsEndpoint } from '../endpoint.ts'
import { openStoredAnswers } from '../../setup/open-stored-answers.ts'
import { claimCall } from './admit-call.ts'

const clock = createSystemClock()
const ids = createIds(clock)
const quota = { bytesMax: 1_000, companyBytesMax: 10_000 }

test('the same body with the same Idempotency-Key on another route is a conflict', async () => {
  await using open = await openTestDatabase()
  const answers = openStoredAnswers({ shards: oneShard(open.postgres), clock }, quota)
  const key = { id: ids.uuid(), companyId: ids.uuid() }
  const claim = { idempotencyKey: 'once', claimMs: 10_000, beforeReplay: () => undefined }
  const send = (endpoint: typeof chatEndpoint, body = '{}') =>
    claimCall({ answers }, { id: ids.uuid(), key, endpoint, identity: Buffer.from(body) }, claim)
  expect(await send(chatEndpoint)).toMatchObject({ kind: 'claimed' })
  await expect(send(completionsEndpoint)).rejects.toMatchObject({ code: 'gateway.idempotency_conflict' })
  await expect(send(chatEndpoint, '{ }')).rejects.toMatchObject({ code: 'gateway.idempotency_conflict' })
  await expect(send(chatEndpoint)).rejects.toMatchObject({ code: 'gateway.idempotency_in_progress' })
})

test('a claim whose answer was lost does not keep a retry from running', async () => {
  await using open = await openTestDatabase()
  let asked = 0
  const losing = {
    async query(...args: Parameters<Queryable['query']>) {
      asked += 1
      // The claim is stored; the first attempt to drop it does not reach Postgres.
      const answer = asked === 2 ? undefined : await open.postgres.query(...args)
      if (asked <= 2) throw outcomeUnknown(new Error('the connection was lost'))
      return answer
    },
  } as Queryable
  const answers = openStoredAnswers({ shards: oneShard(losing), clock }, quota)
  const key = { id: ids.uuid(), companyId: ids.uuid() }
  const claim = { idempotencyKey: 'once', claimMs: 600_000, beforeReplay: () => undefined }
  const send = () =>
    claimCall(
      { answers },
      { id: ids.uuid(), key, endpoint: chatEndpoint, identity: Buffer.from('{}') },
      claim,
    )
  await expect(send()).rejects.toMatchObject({ kind: 'unavailable', retryAfterMs: 1_000 })
  await vi.waitFor(async () => expect(await send()).toMatchObject({ kind: 'claimed' }), { timeout: 10_000 })
})
