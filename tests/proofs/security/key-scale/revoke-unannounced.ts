// Revokes keys without an announcement while clients use them at every process. Every second revocation belongs to a
// transaction that began before other changes and commits after gateways have read those: the case in which a version
// that is assigned before the commit would be skipped.
import { setTimeout } from 'node:timers/promises'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { nextAddress } from '../../gateway/gateway-setup.ts'
import type { ManyKey } from './mint-many-keys.ts'

export type RevocationOptions = {
  pool: Postgres
  gatewayUrls: readonly string[]
  /** Keys that are changed while a late transaction is open. */
  others: readonly ManyKey[]
  /** The clients give up after this. */
  withinMs: number
}

export type RevocationTrial = {
  isLate: boolean
  /** Time from the commit to the last accepted request, over all processes; infinite if some process never refused. */
  lastAcceptedMs: number
  others: readonly string[]
}

const pauseMs = 100
/** Longer than the interval of the gateways' questions. */
const openForMs = 2_500

export async function revokeUnannounced(
  key: ManyKey,
  isLate: boolean,
  options: RevocationOptions,
): Promise<RevocationTrial> {
  const { gatewayUrls, withinMs } = options
  const stop = new AbortController()
  const clients = gatewayUrls.map((url) => callUntilRefused(url, key, stop.signal))
  await Promise.all(clients.map(({ isWarm }) => isWarm))
  const committedAtMs = await revoke(key, isLate, options)
  const limit = setTimeout(withinMs, undefined, { signal: stop.signal }).catch(() => undefined)
  const ends = Promise.all(clients.map(({ end }) => end))
  await Promise.race([ends, limit])
  stop.abort()
  const seen = await ends
  return {
    isLate,
    lastAcceptedMs: Math.max(
      0,
      ...seen.map(({ isRefused, lastAcceptedAtMs }) =>
        isRefused ? lastAcceptedAtMs - committedAtMs : Number.POSITIVE_INFINITY,
      ),
    ),
    others: seen.flatMap(({ others }) => others),
  }
}

async function revoke(
  { id }: ManyKey,
  isLate: boolean,
  { pool, others }: RevocationOptions,
): Promise<number> {
  await pool.transaction(async (tx) => {
    await tx.query('update api_keys set revoked_at = now() where id = $1', [id])
    if (!isLate) return
    await setTimeout(openForMs / 2)
    await pool.query(`update api_keys set name = 'Renamed' where id = any ($1::uuid[])`, [
      others.map((other) => other.id),
    ])
    await setTimeout(openForMs / 2)
  })
  return performance.now()
}

function callUntilRefused(gatewayUrl: string, { raw }: ManyKey, signal: AbortSignal) {
  const warm = Promise.withResolvers<void>()
  const run = async () => {
    let lastAcceptedAtMs = Number.NEGATIVE_INFINITY
    const others: string[] = []
    while (!signal.aborted) {
      const response = await fetch(`${gatewayUrl}/llm/v1/models`, {
        headers: { authorization: `Bearer ${raw}`, 'x-forwarded-for': nextAddress() },
      })
      await response.arrayBuffer()
      if (response.status === 401) return { isRefused: true, lastAcceptedAtMs, others }
      if (response.status === 200) lastAcceptedAtMs = performance.now()
      else others.push(`the answer was ${response.status}`)
      warm.resolve()
      await setTimeout(pauseMs)
    }
    return { isRefused: false, lastAcceptedAtMs, others }
  }
  const end = run()
  end.catch(warm.reject)
  return { isWarm: warm.promise, end }
}
