// Keys of every kind that is not live. The gateway remembers refused keys for a second; each key here was not used
// within that second, so every look-up that its kind needs is really made.
import { randomFillSync } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { openAccessActs } from '@gatehouse/audit/testing/open-access-acts'
import { mintKey } from '@gatehouse/keys/key-format'
import { revokeApiKey } from '@gatehouse/keys/revoke-api-key'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { addKey } from '@gatehouse/testkit/seed-gateway'
import type { GatewaySetup } from '../../gateway/gateway-setup.ts'

export const wrongKinds = ['missing', 'malformed', 'bad checksum', 'unknown', 'revoked', 'expired'] as const

export type WrongKind = (typeof wrongKinds)[number]

/** Returns the value of the Authorization header; undefined to send no header. */
export type NextWrongKey = (kind: WrongKind) => string | undefined

// Requests of each kind take ten milliseconds and alternate, so a key is reused after two seconds.
const storedKeys = 32
const expiresAfterMs = 3_000

const ids = createIds(createSystemClock())

type Setup = Pick<GatewaySetup, 'database' | 'companyId' | 'pool'>

export async function mintWrongKeys(setup: Setup): Promise<NextWrongKey> {
  const [revoked, expired] = await Promise.all([mintRevoked(setup), mintExpired(setup)])
  const malformed = [
    'nonsense',
    'svc_live_',
    fresh().slice(0, -1),
    `${fresh()}0`,
    fresh().replace('svc', 'abc'),
  ]
  const nextMalformed = takeInTurn(malformed)
  const nextRevoked = takeInTurn(revoked)
  const nextExpired = takeInTurn(expired)
  return (kind) => {
    switch (kind) {
      case 'missing':
        return undefined
      case 'malformed':
        return nextMalformed()
      case 'bad checksum':
        return `Bearer ${withWrongChecksum(fresh())}`
      case 'unknown':
        return `Bearer ${fresh()}`
      case 'revoked':
        return nextRevoked()
      case 'expired':
        return nextExpired()
    }
  }
}

function takeInTurn(keys: readonly string[]): () => string {
  let turn = 0
  return () => {
    turn += 1
    return `Bearer ${keys[turn % keys.length]}`
  }
}

const fresh = () => mintKey(randomFillSync)

function withWrongChecksum(key: string): string {
  return key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')
}

function mintRevoked({ database, companyId, pool }: Setup): Promise<string[]> {
  const deps = { database, ids, accessActs: openAccessActs(pool), announceKeyEnd: async () => false }
  return mintMany(async () => {
    const { key, raw } = await addKey(database, { companyId })
    await revokeApiKey(deps, { companyId, keyId: key.id }, { actor: { kind: 'operator', id: 'proof' } })
    return raw
  })
}

async function mintExpired({ database, companyId }: Setup): Promise<string[]> {
  const expiresAt = new Date(Date.now() + expiresAfterMs)
  const keys = await mintMany(async () => (await addKey(database, { companyId, expiresAt })).raw)
  await setTimeout(Math.max(0, expiresAt.getTime() - Date.now()))
  return keys
}

function mintMany(mint: () => Promise<string>): Promise<string[]> {
  return Promise.all(Array.from({ length: storedKeys }, mint))
}
