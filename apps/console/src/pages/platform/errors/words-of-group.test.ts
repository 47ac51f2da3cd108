import { expect, test } from 'vitest'
import { wordsOfGroup } from './words-of-group.ts'

test.each([
  [{ message: 'the room "Blue" has 3 guests', code: null }, 'the room'],
  [{ message: 'call 019a4d5e-0000-7000 failed after 31 ms', code: null }, 'failed after'],
  [{ message: 'call 7 failed', code: 'postgres.unreachable' }, 'postgres.unreachable'],
  [{ message: 'gone', code: null }, 'gone'],
])('%j is found by %s', (group, words) => {
  expect(wordsOfGroup(group)).toBe(words)
})
