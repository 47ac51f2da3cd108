import { expect, test } from 'vitest'
import type { CallerKey } from '../key-ports.ts'
import { LiveKeys } from './live-keys.ts'

const apiKey = (id: string, expiresAt: Date | null = null): CallerKey => ({
  id,
  companyId: 'company',
  name: id,
  hint: 'abcd',
  scopes: [],
  modelAllowlist: null,
  rpmLimit: 1,
  tpmLimit: 1,
  monthlyCreditCapMicros: null,
  mayReadCompanyUsage: false,
  createdBy: null,
  createdAt: new Date(0),
  expiresAt,
  lastUsedAt: null,
  revokedAt: null,
  rotatedFromId: null,
  isCompanySuspended: false,
})

function put(keys: LiveKeys, id: string, expiresAt: Date | null = null): void {
  keys.put({ digest: `digest of ${id}`, key: apiKey(id, expiresAt), readAtMs: 0, refreshAtMs: 0, epoch: 0 })
}

const use = (keys: LiveKeys, id: string) => keys.use(`digest of ${id}`)?.key.id

test('the least recently used key is evicted, and the size limit is never exceeded', () => {
  const keys = new LiveKeys(3)
  for (const id of ['a', 'b', 'c']) put(keys, id)
  expect([use(keys, 'a'), use(keys, 'b'), use(keys, 'b')]).toEqual(['a', 'b', 'b'])
  put(keys, 'd')
  expect(['a', 'b', 'c', 'd'].map((id) => keys.findById(id)?.key.id)).toEqual(['a', 'b', undefined, 'd'])
  put(keys, 'e')
  expect(['a', 'b', 'd', 'e'].map((id) => use(keys, id))).toEqual([undefined, 'b', 'd', 'e'])
  expect(keys.size).toBe(3)
})

test('reading a key again updates it without changing the number of keys', () => {
  const keys = new LiveKeys(2)
  put(keys, 'a')
  const known = keys.find('digest of a')
  put(keys, 'a', new Date(5))
  expect(keys.find('digest of a')).toBe(known)
  expect([known?.expiresAtMs, keys.size]).toEqual([5, 1])
})

test('a removed key is found nowhere, and removing it again is a no-op', () => {
  const keys = new LiveKeys(5)
  for (const id of ['a', 'b', 'c']) put(keys, id, new Date(5))
  for (const id of ['b', 'c', 'a']) {
    const known = keys.findById(id)
    if (known) keys.remove(known)
    if (known) keys.remove(known)
    expect([use(keys, id), keys.findById(id)]).toEqual([undefined, undefined])
  }
  expect([keys.size, keys.expiring.size]).toEqual([0, 0])
  put(keys, 'd')
  expect(use(keys, 'd')).toBe('d')
})

test('after any sequence of uses the order matches a list sorted by last use', () => {
  const keys = new LiveKeys(8)
  let order: string[] = []
  for (let step = 0; step < 2_000; step += 1) {
    const id = String((step * step * 7 + step * 3) % 13)
    const isKnown = order.includes(id)
    expect(use(keys, id)).toBe(isKnown ? id : undefined)
    if (!isKnown) put(keys, id)
    order = [...order.filter((other) => other !== id), id].slice(-8)
  }
  expect(order.map((id) => keys.findById(id)?.key.id)).toEqual(order)
  expect(keys.size).toBe(order.length)
})
