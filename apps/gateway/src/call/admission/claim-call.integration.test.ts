import { oneShard } from '@gatehouse/postgres/shards'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { expect, test } from 'vitest'
import { chatEndpoint, completionsEndpoint } from '../endpoint.ts'
import { openStoredAnswers } from '../../setup/open-stored-answers.ts'
import { claimCall } from './admit-call.ts'

const ids = createIds(createSystemClock())

test('the same body with the same Idempotency-Key on another route is a conflict', async () => {
  await using open = await openTestDatabase()
  const quota = { bytesMax: 1_000, companyBytesMax: 10_000 }
  const answers = openStoredAnswers({ shards: oneShard(open.postgres) }, quota)
  const key = { id: ids.uuid(), companyId: ids.uuid() }
  const claim = { idempotencyKey: 'once', claimMs: 10_000 }
  const send = (endpoint: typeof chatEndpoint, body = '{}') =>
    claimCall({ answers }, { id: ids.uuid(), key, endpoint, identity: Buffer.from(body) }, claim)
  expect(await send(chatEndpoint)).toMatchObject({ kind: 'claimed' })
  await expect(send(completionsEndpoint)).rejects.toMatchObject({ code: 'gateway.idempotency_conflict' })
  await expect(send(chatEndpoint, '{ }')).rejects.toMatchObject({ code: 'gateway.idempotency_conflict' })
  await expect(send(chatEndpoint)).rejects.toMatchObject({ code: 'gateway.idempotency_in_progress' })
})
