// While calls are settled, the balance on Home must always be one that the company really had, and in the order in which
// it had them; afterwards it must be the last one.
import { setTimeout } from 'node:timers/promises'
import { seedCall } from '@gatehouse/backend/testing/seed-company'
import { createEventPublisher } from '@gatehouse/companies/event-channel'
import type { RedisClient } from '@gatehouse/redis/redis-client'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { readFigure, toMicros } from './read-figures.ts'
import { balanceAt } from './read-sums.ts'
import type { Compare } from './compare-pages.ts'

export type Watched = { calls: number; seen: number; wrong: readonly string[] }

const clock = createSystemClock()

export async function watchRunningCalls(
  compare: Compare,
  { redis, calls }: { redis: RedisClient; calls: number },
): Promise<Watched> {
  const { page, postgres, companyId, nowMs } = compare
  // As a gateway does: a call is settled, and then announced.
  const events = createEventPublisher({ redis, clock })
  const { rows } = await postgres.query<{ id: string }>(
    'select id from api_keys where company_id = $1 and revoked_at is null limit 1',
    [companyId],
  )
  const keyId = rows[0]?.id ?? ''
  await page.goto(`/c/${companyId}`)
  await page.locator('.figure').first().waitFor()
  const start = await balanceAt(postgres, companyId, new Date(nowMs + 86_400_000))
  const balances = [start]
  const wrong: string[] = []
  const seen = new Set<bigint>()
  const progress = { isRunning: true }
  const settle = async () => {
    for (let index = 1; index <= calls; index += 1) {
      const chargedMicros = BigInt(1_000 + index)
      // The balance is known before the call is settled, so that the page cannot be ahead of the list.
      balances.push((balances.at(-1) ?? 0n) - chargedMicros)
      const usage = { promptTokens: 100, cachedTokens: 0, completionTokens: 50 }
      const end = { kind: 'succeeded', usage, priceVersion: 1n, chargedMicros } as const
      await seedCall(postgres, { companyId, keyId, end, heldMicros: chargedMicros })
      events.publish(companyId, 'BALANCE')
      events.publish(companyId, 'CALLS')
    }
    progress.isRunning = false
  }
  const read = async () => toMicros(await readFigure(page, 'Balance'))
  const watch = async () => {
    let last = 0
    while (progress.isRunning) {
      const shown = await read()
      seen.add(shown)
      const place = balances.indexOf(shown)
      if (place < 0) wrong.push(`Home shows ${shown}, which the company never had`)
      else if (place < last) wrong.push(`Home went back to ${shown}`)
      last = Math.max(last, place)
      await setTimeout(50)
    }
  }
  await Promise.all([settle(), watch()])
  const end = await balanceAt(postgres, companyId, new Date(clock.wallMs() + 86_400_000))
  if (end !== balances.at(-1)) wrong.push(`the rows add up to ${end} instead of ${balances.at(-1)}`)
  await waitUntil(async () => (await read()) === end, { withinMs: 15_000, what: 'the last balance on Home' })
  events.close()
  return { calls, seen: seen.size, wrong }
}
