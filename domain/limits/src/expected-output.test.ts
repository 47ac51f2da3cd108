import { expect, test } from 'vitest'
import { createExpectedOutput } from './expected-output.ts'

test('expected output starts at 1,024 tokens and follows actual output, up quickly and down slowly', () => {
  const output = createExpectedOutput()
  expect(output.of('k', 'a')).toBe(1_024)
  output.learn('k', 'a', 5_120)
  expect(output.of('k', 'a')).toBe(3_072)
  for (let call = 0; call < 60; call += 1) output.learn('k', 'a', 100)
  expect(output.of('k', 'a')).toBeLessThan(130)
  expect(output.of('k', 'a')).toBeGreaterThan(100)
})

test('expected output is learnt separately for each key and alias', () => {
  const output = createExpectedOutput()
  output.learn('k', 'a', 9_000)
  expect([output.of('k', 'b'), output.of('j', 'a')]).toEqual([1_024, 1_024])
})

test('memory is bounded: the least recently used pair is evicted first', () => {
  const output = createExpectedOutput()
  for (let key = 0; key <= 20_000; key += 1) output.learn(`k${key}`, 'a', 9_000)
  expect(output.of('k0', 'a')).toBe(1_024)
  expect(output.of('k1', 'a')).toBeGreaterThan(1_024)
})
