import { expect, test } from 'vitest'
import { gatherBatches } from './gather-batches.ts'

test('what is asked for at once goes together, and the next batch while the first is on its way', async () => {
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

test('a batch that fails fails for those in it and for nobody else', async () => {
  const ask = gatherBatches<string, string>(async (items) => {
    if (items.includes('bad')) throw new Error('refused')
    return items
  }, 2)
  const results = await Promise.allSettled(['bad', 'unlucky', 'good'].map(ask))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  await expect(ask('later')).resolves.toBe('later')
})
