import { oneShard } from '@gatehouse/postgres/shards'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { expect, test } from 'vitest'
import type { Hold } from '../hold.ts'
import { createHoldTable } from './hold-table.ts'

const ids = createIds(createSystemClock())

test('calls with and without a budget are placed in one statement, and only a budget that is used up refuses', async () => {
  await using open = await openTestDatabase()
  const table = createHoldTable(oneShard(open.postgres))
  const companyId = ids.uuid()
  await open.postgres.query(
    `insert into credit_accounts (owner_id, owner_kind, balance_micros, version) values ($1, 'COMPANY', 1000, 1)`,
    [companyId],
  )
  const aHold = (): Hold => ({
    callId: ids.uuid(),
    companyId,
    keyId: ids.uuid(),
    operation: 'chat',
    alias: 'svc/chat-default',
    estimateMicros: 100n,
    reservedTokens: 7,
    remainingMs: 30_000,
  })
  const limits = [undefined, { key: 50n }, { key: 0n }, undefined]
  const placed = await Promise.all(
    limits.map((budgets) => table.place({ hold: aHold(), isForced: false, budgets })),
  )
  expect(placed.map(({ isPlaced, budget }) => budget ?? isPlaced)).toEqual([
    true,
    true,
    expect.objectContaining({ kind: 'budget_reached', scope: 'key', limitMicros: 0n, spentMicros: 0n }),
    true,
  ])
})
