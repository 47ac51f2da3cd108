import type { CallEnd, FinishedCall } from '@gatehouse/calls/call'
import { expect, test } from 'vitest'
import { applyBatch } from './apply-batch.ts'
import { applyTransfer } from './apply-transfer.ts'
import {
  findAccountViolations,
  findHoldViolations,
  findRestViolations,
  findViolations,
} from './find-violations.ts'
import { type Ledger, type LedgerAccount, addCall, addTransfer, createLedger } from './ledger.ts'

const usage = { promptTokens: 10, cachedTokens: 0, completionTokens: 5 }
const succeeded: CallEnd = { kind: 'succeeded', usage, priceVersion: 1n, chargedMicros: 30n }

function finish(id: string, end: CallEnd = succeeded): FinishedCall {
  const about = { companyId: 'company', keyId: 'key', alias: 'svc/chat-default', operation: 'chat' as const }
  return { ...about, id, end, heldMicros: 40n, durationMs: 5 }
}

function createUsedLedger(): Ledger {
  const ledger = createLedger()
  const owner = { id: 'company', kind: 'COMPANY' } as const
  const about = { kind: 'grant', type: 'PACK_PURCHASE', amountMicros: 50n } as const
  applyTransfer(ledger, { ...about, owner, businessKey: 'pack:1' }, { id: 'lot', atMs: 0 })
  applyBatch(ledger, [finish('one'), finish('two', { kind: 'failed', reason: 'no_usage', usage })], 1)
  return ledger
}

function accountOf(ledger: Ledger): LedgerAccount {
  const account = ledger.accounts.get('company')
  if (!account) throw new Error('the account must exist')
  return account
}

test('a batch is charged, counted and closed once', () => {
  const ledger = createUsedLedger()
  expect(findViolations(ledger)).toEqual([])
  expect(accountOf(ledger)).toMatchObject({ balanceMicros: 20n, chargedMicros: 30n, version: 2n })
  expect([...ledger.rollups.values()]).toMatchObject([{ requests: 2, failedRequests: 1, chargedMicros: 30n }])
  expect(applyBatch(ledger, [finish('one'), finish('three')], 2)).toEqual({
    kind: 'known',
    calls: [{ id: 'one', status: 'SUCCEEDED' }],
  })
  expect(ledger.callById.has('three')).toBe(false)
})

test.each<[string, (ledger: Ledger) => void, RegExp]>([
  ['an unexplained balance', (ledger) => (accountOf(ledger).balanceMicros += 1n), /I1.*|I2/],
  [
    'a lot that was not burnt',
    (ledger) => accountOf(ledger).lots.forEach((lot) => (lot.remainingMicros = 50n)),
    /I2/,
  ],
  [
    'a lot with more than was granted',
    (ledger) => accountOf(ledger).lots.forEach((lot) => (lot.remainingMicros = 51n)),
    /left of 50/,
  ],
  ['charges that the account does not have', (ledger) => (accountOf(ledger).chargedMicros += 1n), /I3/],
  [
    'a rollup that counts more',
    (ledger) => ledger.rollups.forEach((rollup) => (rollup.chargedMicros += 1n)),
    /I3/,
  ],
  [
    'a call that is closed twice',
    (ledger) => ledger.calls.slice(0, 1).forEach((call) => addCall(ledger, call)),
    /call one is in the ledger twice/,
  ],
  [
    'a fact that is in the ledger twice',
    (ledger) => ledger.transfers.slice(0, 1).forEach((one) => addTransfer(ledger, one)),
    /pack:1 is in the ledger twice/,
  ],
  [
    'a failed call that was charged',
    (ledger) =>
      ledger.calls.push({ ...ledger.calls[1], id: 'x', status: 'FAILED', chargedMicros: 1n } as never),
    /although it is FAILED/,
  ],
])('%s is a violation', (_what, corrupt, expected) => {
  const ledger = createUsedLedger()
  corrupt(ledger)
  expect(findViolations(ledger).join('\n')).toMatch(expected)
})

test('an expired lot that was not closed is found after the statement that should have closed it', () => {
  const account = accountOf(createUsedLedger())
  const [lot] = account.lots
  if (!lot) throw new Error('the lot must exist')
  account.lots[0] = { ...lot, expiresAtMs: 100 }
  expect(findAccountViolations(account, 99)).toEqual([])
  expect(findAccountViolations(account, 100)).toEqual([
    'lot lot of company has expired but could still be spent',
  ])
})

test('holds add up, and none outlives its deadline', () => {
  const holds = [{ callId: 'one', estimateMicros: 40n, deadlineAtMs: 1_000 }]
  const company = { companyId: 'company', balanceMicros: 100n, effectiveMicros: 60n, holds }
  expect(findHoldViolations(company, 1_000)).toEqual([])
  expect(findHoldViolations(company, 1_001)).toHaveLength(1)
  expect(findHoldViolations({ ...company, effectiveMicros: 61n }, 1_000)).toHaveLength(1)
})

test('at rest every started call is closed and nothing is held', () => {
  const ledger = createUsedLedger()
  expect(findRestViolations(ledger, ['one', 'two'], [])).toEqual([])
  expect(findRestViolations(ledger, ['three'], ['one'])).toEqual([
    'call three was started and never closed',
    'call one still has a hold',
  ])
})
