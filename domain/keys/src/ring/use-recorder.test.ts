import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import type { KeyUse } from '../key-ports.ts'
import { createUseRecorder } from './use-recorder.ts'

function setUp(touch: (uses: readonly KeyUse[]) => Promise<void>) {
  const clock = createFakeClock()
  const logged: string[] = []
  const sinks = [{ write: (line: string) => void logged.push(line) }]
  const logger = createLogger({ service: 'test', level: 'info', sinks })
  return { clock, logged, recorder: createUseRecorder({ clock, logger, touch }) }
}

test('all uses of a few seconds go in one statement, each key once with its latest use', async () => {
  const written: (readonly KeyUse[])[] = []
  const { clock, recorder } = setUp(async (uses) => void written.push(uses))
  const startMs = clock.wallMs()
  recorder.add('a')
  await clock.advance(3_000)
  recorder.add('b')
  recorder.add('a')
  expect(written).toEqual([])
  await clock.advance(2_000)
  const at = new Date(startMs + 3_000)
  expect(written).toEqual([
    [
      { keyId: 'a', at },
      { keyId: 'b', at },
    ],
  ])
  expect(clock.pendingTimers).toBe(0)
})

test('many keys are written in statements of a limited size', async () => {
  const sizes: number[] = []
  const { clock, recorder } = setUp(async (uses) => void sizes.push(uses.length))
  for (let index = 0; index < 2_500; index += 1) recorder.add(String(index))
  await clock.advance(5_000)
  expect(sizes).toEqual([1_000, 1_000, 500])
})

test('failed writes are logged and dropped, and closing writes the rest', async () => {
  const written: string[] = []
  let isBroken = true
  const { clock, recorder, logged } = setUp(async (uses) => {
    if (isBroken) throw new Error('no database')
    written.push(...uses.map(({ keyId }) => keyId))
  })
  recorder.add('a')
  await clock.advance(5_000)
  expect(logged).toHaveLength(1)
  expect(logged[0]).toContain('last use of keys could not be recorded')
  isBroken = false
  recorder.add('b')
  await recorder.close()
  expect(written).toEqual(['b'])
  expect(clock.pendingTimers).toBe(0)
})
