import { expect, test } from 'vitest'
import { splitIntoWeeks } from './split-into-weeks.ts'

const nowMs = Date.parse('2026-10-20T12:00:00Z')

test('spans of a week meet at midnight, and the last one ends where the period does', () => {
  const [from, to] = [new Date('2026-10-01T08:00:00Z'), new Date('2026-10-15T06:00:00Z')]
  expect([...splitIntoWeeks({ from, to }, nowMs)]).toEqual([
    { from: '2026-10-01T08:00:00.000Z', to: '2026-10-08T00:00:00.000Z' },
    { from: '2026-10-08T00:00:00.000Z', to: '2026-10-15T00:00:00.000Z' },
    { from: '2026-10-15T00:00:00.000Z', to: '2026-10-15T06:00:00.000Z' },
  ])
})

test('a period without an end ends now, and an empty one is one span', () => {
  const from = new Date('2026-10-14T00:00:00Z')
  expect([...splitIntoWeeks({ from, to: undefined }, nowMs)]).toEqual([
    { from: from.toISOString(), to: null },
  ])
  expect([...splitIntoWeeks({ from, to: from }, nowMs)]).toHaveLength(1)
})
