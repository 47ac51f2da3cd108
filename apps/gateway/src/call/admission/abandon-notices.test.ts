import type { CallToAdmit } from '@gatehouse/limits/admission'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { type AbandonNotice, createAbandonNotices } from './abandon-notices.ts'

const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })

function openNotices(write?: (notice: AbandonNotice) => Promise<void>) {
  const clock = createFakeClock()
  const written: AbandonNotice[] = []
  let refused = 0
  const notices = createAbandonNotices({
    clock,
    logger,
    metrics: { observeStreamRefused: () => (refused += 1) },
    write: async (notice) => {
      written.push(notice)
      await write?.(notice)
    },
  })
  const admit = notices.watch(async () => ({ kind: 'streams_abandoned', retryAfterMs: 3_000 }))
  const refuse = async (keyId = 'key') => {
    const admission = await admit({ companyId: 'company', keyId, isStream: true } as CallToAdmit)
    await notices.settled()
    return admission
  }
  return { clock, written, refuse, refusedCount: () => refused }
}

test('a key that is refused repeatedly is reported once a day, and every refusal is counted', async () => {
  const { clock, written, refuse, refusedCount } = openNotices()
  for (let time = 0; time < 50; time += 1)
    expect(await refuse()).toMatchObject({ kind: 'streams_abandoned', retryAfterMs: 3_000 })
  await refuse('another')
  expect(written.map(({ keyId }) => keyId)).toEqual(['key', 'another'])
  expect(written[0]?.refusedUntil.getTime()).toBe(clock.wallMs() + 3_000)
  expect(refusedCount()).toBe(51)
  await clock.advance(24 * 3_600_000)
  await refuse()
  expect(written).toHaveLength(3)
  expect(written[2]?.day).not.toBe(written[0]?.day)
})

test('a notice that could not be written is retried a minute later, and callers see no error', async () => {
  let failures = 1
  const { clock, written, refuse } = openNotices(async () => {
    failures -= 1
    if (failures >= 0) throw new Error('no database')
  })
  await refuse()
  await refuse()
  expect(written).toHaveLength(1)
  await clock.advance(60_000)
  await refuse()
  await refuse()
  expect(written).toHaveLength(2)
})
