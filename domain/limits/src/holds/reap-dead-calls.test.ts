import { expect, test } from 'vitest'
import type { CompanyStore } from '../company-store.ts'
import type { Hold } from '../hold.ts'
import { createDeadCallReaper } from './reap-dead-calls.ts'

function aHold(callId: string): Hold {
  return {
    callId,
    companyId: 'company',
    keyId: 'key',
    operation: 'chat',
    alias: 'svc/chat-default',
    estimateMicros: 1n,
    reservedTokens: 1,
    remainingMs: -61_000,
  }
}

function aReaper(isRefused: (callId: string) => boolean) {
  const rows = new Map(['a', 'b', 'c'].map((callId) => [callId, aHold(callId)]))
  let nowMs = 0
  let counted = 0
  const warnings: string[] = []
  const reaper = createDeadCallReaper({
    store: {} as CompanyStore,
    table: {
      findDead: async () => [...rows.values()],
      remove: async (callIds) => callIds.forEach((callId) => rows.delete(callId)),
    },
    async closeDeadCalls(calls) {
      if (calls.some(({ callId }) => isRefused(callId))) throw new Error('the ledger refused a call')
      return calls.length
    },
    onClosed: (count) => (counted += count),
    logger: { warn: (message, fields) => void warnings.push(`${message} ${String(fields?.['call_id'])}`) },
    monotonicMs: () => nowMs,
  })
  return {
    async reapTwice() {
      await reaper.reapTable()
      nowMs += 15_000
      await reaper.reapTable()
    },
    left: () => [...rows.keys()],
    counted: () => counted,
    warnings,
  }
}

test('a dead call that cannot be recorded does not keep the others open', async () => {
  const { reapTwice, left, counted, warnings } = aReaper((callId) => callId === 'b')
  await reapTwice()
  expect(left()).toEqual(['b'])
  expect(warnings).toEqual(['call of a dead process could not be closed; will retry b'])
  expect(counted()).toBe(2)
})

test('the reaper fails if no dead call could be recorded', async () => {
  const { reapTwice, left } = aReaper(() => true)
  await expect(reapTwice()).rejects.toThrow('the ledger refused a call')
  expect(left()).toEqual(['a', 'b', 'c'])
})
