import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import type { Hold } from '../hold.ts'
import { createHoldCopies } from './copy-holds.ts'
import { createOpenHolds } from './open-holds.ts'

const companyId = '00000000-0000-7000-8000-000000000001'
const hold: Hold = {
  callId: 'call',
  companyId,
  keyId: 'key',
  operation: 'chat',
  alias: 'svc/chat-default',
  estimateMicros: 100n,
  reservedTokens: 10,
  remainingMs: 60_000,
}

/** A table that can be away, and that a crash empties. */
function setUp() {
  const open = createOpenHolds(createFakeClock())
  const rows = new Set<string>()
  const state = { isAway: false }
  const table = {
    async keep(holds: readonly Hold[]) {
      if (state.isAway) throw new Error('away')
      for (const { callId } of holds) rows.add(callId)
    },
  }
  open.add(hold, { isInStore: true, isInTable: false })
  return { copies: createHoldCopies({ table, open }), open, rows, state }
}

test('a hold is copied once', async () => {
  const { copies, rows } = setUp()
  await copies.copyCompany(companyId)
  expect([...rows]).toEqual(['call'])
  rows.clear()
  await copies.copyCompany(companyId)
  expect([...rows]).toEqual([])
})

test('a hold that could not be extended, because Postgres crashed, is copied again before Postgres decides', async () => {
  const { copies, open, rows, state } = setUp()
  await copies.copyCompany(companyId)
  state.isAway = true
  rows.clear()
  await expect(copies.write(open.all())).rejects.toThrow('away')
  state.isAway = false
  await copies.copyCompany(companyId)
  expect([...rows]).toEqual(['call'])
})
