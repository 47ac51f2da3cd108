// Keys that are not live, of every kind there is. Each is one that the gateway has not met within the second for which
// it remembers refused ones, so that every look-up that a kind takes is really made.
import { randomFillSync } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { mintKey } from '@gatehouse/keys/key-format'
import { revokeApiKey } from '@gatehouse/keys/revoke-api-key'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { addKey } from '@gatehouse/testkit/seed-gateway'
import type { GatewayScene } from '../gateway/gateway-scene.ts'

export const wrongKinds = ['missing', 'malformed', 'bad checksum', 'unknown', 'revoked', 'expired'] as const

export type WrongKind = (typeof wrongKinds)[number]

/** The value of the Authorization header; undefined for none. */
export type NextWrongKey = (kind: WrongKind) => string | undefined

// Asked in turn with the other kinds, which take ten milliseconds each, one comes round again after two seconds.
const storedKeys = 32
const expiresAfterMs = 3_000

const ids = createIds(createSystemClock())

type Scene = Pick<GatewayScene, 'database' | 'companyId'>

export async function mintWrongKeys(scene: Scene): Promise<NextWrongKey> {
  const [revoked, expired] = await Promise.all([mintRevoked(scene), mintExpired(scene)])
  const malformed = [
    'nonsense',
    'svc_live_',
    fresh().slice(0, -1),
    `${fresh()}0`,
    fresh().replace('svc', 'abc'),
  ]
  let turn = 0
  const pick = (keys: readonly string[]) => {
    turn += 1
    return `Bearer ${keys[Math.floor(turn / wrongKinds.length) % keys.length]}`
  }
  return (kind) => {
    switch (kind) {
      case 'missing':
        return undefined
      case 'malformed':
        return pick(malformed)
      case 'bad checksum':
        return `Bearer ${withWrongChecksum(fresh())}`
      case 'unknown':
        return `Bearer ${fresh()}`
      case 'revoked':
        return pick(revoked)
      case 'expired':
        return pick(expired)
    }
  }
}

const fresh = () => mintKey(randomFillSync)

function withWrongChecksum(key: string): string {
  return key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')
}

function mintRevoked({ database, companyId }: Scene): Promise<string[]> {
  const deps = { database, ids, announceKeyEnd: async () => false }
  return mintMany(async () => {
    const { key, raw } = await addKey(database, { companyId })
    await revokeApiKey(deps, { companyId, keyId: key.id }, { actor: { kind: 'operator', id: 'proof' } })
    return raw
  })
}

async function mintExpired({ database, companyId }: Scene): Promise<string[]> {
  const expiresAt = new Date(Date.now() + expiresAfterMs)
  const keys = await mintMany(async () => (await addKey(database, { companyId, expiresAt })).raw)
  await setTimeout(Math.max(0, expiresAt.getTime() - Date.now()))
  return keys
}

function mintMany(mint: () => Promise<string>): Promise<string[]> {
  return Promise.all(Array.from({ length: storedKeys }, mint))
}
