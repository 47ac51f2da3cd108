import { expect, test } from 'vitest'
import { joinInTurns } from './join-in-turns.ts'

const chunksOf = (count: number) => Array.from({ length: count }, (_, index) => Buffer.alloc(65_536, index))
const lengthOf = (chunks: readonly Buffer[]) => chunks.length * 65_536

test('a small body is joined immediately, and a single chunk is not copied', () => {
  const chunks = chunksOf(3)
  expect(joinInTurns(chunks, lengthOf(chunks))).toEqual(Buffer.concat(chunks))
  expect(joinInTurns(chunks.slice(0, 1), 65_536)).toBe(chunks[0])
})

test('other work has its turn while a large body is joined', async () => {
  const chunks = chunksOf(160)
  const joined = joinInTurns(chunks, lengthOf(chunks))
  let turns = 0
  const count = () => {
    turns += 1
    setImmediate(count)
  }
  setImmediate(count)
  const whole = await joined
  expect(whole.equals(Buffer.concat(chunks))).toBe(true)
  expect(turns).toBeGreaterThanOrEqual(4)
})
