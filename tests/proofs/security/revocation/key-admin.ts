// Creates and revokes keys as the backend does: with the domain's own functions and separate connections.
import { openAccessActs } from '@gatehouse/audit/testing/open-access-acts'
import { createAnnounceKeyEnd } from '@gatehouse/keys/key-end-channel'
import { revokeApiKey } from '@gatehouse/keys/revoke-api-key'
import { createRedis } from '@gatehouse/redis/create-redis'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { type AddedKey, addKey } from '@gatehouse/testkit/seed-gateway'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import type { GatewaySetup } from '../../gateway/gateway-setup.ts'

export type KeyAdmin = {
  mint(count: number, settings?: { expiresAt: Date }): Promise<AddedKey[]>
  revoke(key: AddedKey): Promise<Revoked>
}

/** Time of the commit's acknowledgement: before it, no process can know that the key is revoked. */
type Revoked = { committedAtMs: number; isAnnounced: boolean }

export async function openKeyAdmin(scope: AsyncDisposableStack, setup: GatewaySetup): Promise<KeyAdmin> {
  const { database, companyId } = setup
  const logger = createLogger({ service: 'proof', level: 'error', sinks: [] })
  const redis = createRedis({ url: new Secret(setup.redis.url), connectionName: 'proof', logger })
  scope.defer(() => redis.disconnect())
  await waitUntil(() => redis.status === 'ready', { withinMs: 5_000, what: 'Redis is connected' })
  const ids = createIds(createSystemClock())
  const accessActs = openAccessActs(setup.pool)
  const announceKeyEnd = createAnnounceKeyEnd({ redis, logger })
  const by = { actor: { kind: 'operator', id: 'proof' } } as const
  return {
    mint: (count, settings) =>
      Promise.all(Array.from({ length: count }, () => addKey(database, { companyId, ...settings }))),
    async revoke({ key }) {
      let committedAtMs = Number.NaN
      const deps = {
        database,
        ids,
        accessActs,
        announceKeyEnd(keyId: string) {
          committedAtMs = performance.now()
          return announceKeyEnd(keyId)
        },
      }
      const { kind, isAnnounced } = await revokeApiKey(deps, { companyId, keyId: key.id }, by)
      if (kind !== 'revoked') throw new Error('the key was revoked before')
      return { committedAtMs, isAnnounced }
    },
  }
}
