import { expect, test } from 'vitest'
import { gatherBatches } from './gather-batches.ts'

test('concurrent requests share a batch, and the next batch gathers while the first is in flight', async () => {
  const batches: number[][] = []
  const first = Promise.withResolvers<void>()
  const double = gatherBatches<number, number>(async (items) => {
    batches.push([...items])
    if (batches.length === 1) await first.promise
    return items.map((item) => item * 2)
  }, 3)
  const early = [double(1), double(2)]
  await Promise.resolve()
  const late = [3, 4, 5, 6].map(double)
  first.resolve()
  expect(await Promise.all([...early, ...late])).toEqual([2, 4, 6, 8, 10, 12])
  expect(batches).toEqual([[1, 2], [3, 4, 5], [6]])
})

test('a failed batch fails only its own requests', async () => {
  const ask = gatherBatches<string, string>(async (items) => {
    if (items.includes('bad')) throw new Error('refused')
    return items
  }, 2)
  const results = await Promise.allSettled(['bad', 'unlucky', 'good'].map(ask))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  await expect(ask('later')).resolves.toBe('later')
})
