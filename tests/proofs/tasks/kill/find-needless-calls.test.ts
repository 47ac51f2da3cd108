import { expect, test } from 'vitest'
import { findNeedlessCalls } from './find-needless-calls.ts'

const first = { key: 'a', worker: 1, atMs: 5_000 }
const again = { key: 'a', worker: 2, atMs: 9_000 }

test('a call that is made once is not a repeat', () => {
  expect(findNeedlessCalls([first, { ...again, key: 'b' }], [])).toEqual([])
})

test('a repeat is needless if the worker that got the first answer lived on', () => {
  const losses = [
    { worker: 2, fromMs: 5_100, toMs: 5_200 },
    { worker: 1, fromMs: 8_000, toMs: 8_100 },
  ]
  expect(findNeedlessCalls([first, again], losses)).toEqual([again])
})

test('a repeat is excused if the worker was killed, or Postgres was away, before the answer could be stored', () => {
  expect(findNeedlessCalls([first, again], [{ worker: 1, fromMs: 5_100, toMs: 5_200 }])).toEqual([])
  expect(findNeedlessCalls([first, again], [{ fromMs: 4_000, toMs: 6_000 }])).toEqual([])
})

test('each repeat is compared with the answer before it', () => {
  const third = { key: 'a', worker: 3, atMs: 20_000 }
  const losses = [{ worker: 1, fromMs: 5_100, toMs: 5_200 }]
  expect(findNeedlessCalls([first, again, third], losses)).toEqual([third])
})
