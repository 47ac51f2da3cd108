import { expect, test } from 'vitest'
import { type Reading, type SeenConnection, judgeReading } from './judge-reading.ts'

const stallMs = 60_000
const mebibyte = 1_048_576

/** Looks at a connection once a second, and returns the second in which its client is judged not to read. */
function secondOfVerdict(
  seconds: number,
  see: (second: number) => SeenConnection | undefined,
): number | undefined {
  let reading: Reading | undefined
  for (let second = 0; second < seconds; second += 1) {
    const seen = see(second)
    const judged = seen ? judgeReading(reading, seen, { stallMs, nowMs: second * 1_000 }) : undefined
    if (judged === 'stuck') return second
    reading = judged
  }
  return undefined
}

const answer = { writtenBytes: 10 * mebibyte, unsentBytes: 10 * mebibyte }

test('a client that takes nothing is found after the limit, whatever the size of the answer', () => {
  expect(secondOfVerdict(1_000, () => ({ ...answer, kernelBytes: 10 * mebibyte }))).toBe(61)
  expect(secondOfVerdict(1_000, () => ({ writtenBytes: 300, unsentBytes: 20, kernelBytes: 20 }))).toBe(61)
})

test('a client that takes nothing is found although the server goes on writing', () => {
  const pinged = (second: number) => ({
    writtenBytes: 100_000 + 8 * second,
    unsentBytes: 90_000 + 8 * second,
    kernelBytes: 50_000,
  })
  expect(secondOfVerdict(1_000, pinged)).toBe(61)
})

test('an answer that is written in one piece may take its time, as long as it moves', () => {
  const bytesPerSecond = 20_000
  const moving = (second: number) => {
    const kernelBytes = Math.max(0, 10 * mebibyte - bytesPerSecond * second)
    return kernelBytes === 0 ? undefined : { ...answer, kernelBytes }
  }
  expect(secondOfVerdict(1_000, moving)).toBeUndefined()
})

test('a client that takes a few bytes now and then has as long as the slowest connection needs', () => {
  const trickling = (second: number) => ({
    ...answer,
    kernelBytes: 10 * mebibyte - 1_000 * Math.floor(second / 50),
  })
  const verdict = secondOfVerdict(3_600, trickling)
  expect(verdict).toBe(60 + Math.ceil((10 * mebibyte) / 16_000))
})

test('a client that always has something left, but reads a long answer, is left alone', () => {
  const streaming = (second: number) => ({
    writtenBytes: 100_000 * (second + 1),
    unsentBytes: 50_000,
    kernelBytes: 0,
  })
  expect(secondOfVerdict(36_000, streaming)).toBeUndefined()
})

test('time in which nothing waited does not count', () => {
  const bursts = (second: number) =>
    second % 50 < 40 ? { writtenBytes: 1_000, unsentBytes: 500, kernelBytes: 0 } : undefined
  expect(secondOfVerdict(1_000, bursts)).toBeUndefined()
})
