import type { Transfer } from '@gatehouse/credits/transfer'
import { expect, test } from 'vitest'
import { applyTransfer } from './apply-transfer.ts'
import { findViolations } from './find-violations.ts'
import { type Ledger, createLedger } from './ledger.ts'
import { spendableMicros } from './lots.ts'

const owner = { id: 'company', kind: 'COMPANY' } as const

function post(
  ledger: Ledger,
  transfer: Partial<Transfer> & { businessKey: Transfer['businessKey'] },
  atMs = 0,
) {
  const whole = { kind: 'grant', type: 'PACK_PURCHASE', owner, amountMicros: 100n, ...transfer } as Transfer
  return applyTransfer(ledger, whole, { id: whole.businessKey, atMs })
}

const remove = { kind: 'removal', type: 'REFUND' } as const

function lotsOf(ledger: Ledger): Record<string, bigint> {
  const lots = ledger.accounts.get(owner.id)?.lots ?? []
  return Object.fromEntries(lots.map(({ sourceKey, remainingMicros }) => [sourceKey, remainingMicros]))
}

test('posting the same fact twice is one transfer', () => {
  const ledger = createLedger()
  expect(post(ledger, { businessKey: 'pack:1' })).toMatchObject({
    isNew: true,
    balanceMicros: 100n,
    version: 1n,
  })
  expect(post(ledger, { businessKey: 'pack:1', amountMicros: 7n })).toMatchObject({
    isNew: false,
    amountMicros: 100n,
    balanceMicros: 100n,
    version: 1n,
  })
})

test('lots burn in order: the named one, then first-expiring, then granted before bought, then oldest', () => {
  const ledger = createLedger()
  post(ledger, { businessKey: 'pack:old' })
  post(ledger, { businessKey: 'pack:young' })
  post(ledger, { businessKey: 'promo:1', type: 'PROMO' })
  post(ledger, { businessKey: 'sub:late', expiresAt: new Date(9_000) })
  post(ledger, { businessKey: 'sub:soon', expiresAt: new Date(5_000) })
  post(ledger, { ...remove, businessKey: 'refund:1', amountMicros: 430n, firstFromLotOf: 'pack:young' })
  expect(lotsOf(ledger)).toEqual({
    'pack:old': 70n,
    'pack:young': 0n,
    'promo:1': 0n,
    'sub:late': 0n,
    'sub:soon': 0n,
  })
  expect(findViolations(ledger)).toEqual([])
})

test('what the lots cannot cover is debt, and the next credits pay it first', () => {
  const ledger = createLedger()
  post(ledger, { businessKey: 'pack:1' })
  expect(post(ledger, { ...remove, businessKey: 'refund:1', amountMicros: 250n }).balanceMicros).toBe(-150n)
  post(ledger, { businessKey: 'pack:2' })
  post(ledger, { businessKey: 'pack:3' })
  expect(lotsOf(ledger)).toEqual({ 'pack:1': 0n, 'pack:2': 0n, 'pack:3': 50n })
  expect(findViolations(ledger)).toEqual([])
})

test('a lot expires at its exact time, even before it is swept', () => {
  const ledger = createLedger()
  post(ledger, { businessKey: 'sub:1', expiresAt: new Date(5_000) })
  post(ledger, { businessKey: 'pack:1' })
  expect(spendableMicros(ledger, owner.id, 4_999)).toBe(200n)
  expect(spendableMicros(ledger, owner.id, 5_000)).toBe(100n)
  expect(post(ledger, { ...remove, businessKey: 'refund:1', amountMicros: 10n }, 5_000).balanceMicros).toBe(
    90n,
  )
  expect(ledger.transferByKey.get('expiry:sub:1')).toMatchObject({ type: 'EXPIRY', amountMicros: -100n })
  expect(lotsOf(ledger)).toEqual({ 'sub:1': 0n, 'pack:1': 90n })
})
