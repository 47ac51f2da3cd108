import { expect, test } from 'vitest'
import { mapInTurns } from './map-in-turns.ts'

test('other work has its turn between two items', async () => {
  let turns = 0
  const count = () => {
    turns += 1
    setImmediate(count)
  }
  setImmediate(count)
  const seen = await mapInTurns(['a', 'b', 'c'], (item) => ({ item, turns }))
  expect(seen.map(({ item }) => item)).toEqual(['a', 'b', 'c'])
  expect(new Set(seen.map((one) => one.turns)).size).toBe(3)
})
