import { expect, test } from 'vitest'
import { drawTimeline } from './timeline.ts'

test('positions lie between the first year and the end of the last, and one without dates nowhere', () => {
  const { years, spans } = drawTimeline(
    [
      { start: '2024-07', end: null, isCurrent: true },
      { start: '2022', end: '2023', isCurrent: false },
      { start: null, end: null, isCurrent: false },
    ],
    new Date('2025-12-15T00:00:00Z'),
  )
  expect(years.map(({ year }) => year)).toEqual([2022, 2023, 2024, 2025])
  expect(spans).toEqual([{ left: 0.625, width: 0.375 }, { left: 0, width: 0.5 }, null])
})

test('without dates there is no line', () => {
  const roles = [{ start: null, end: '2020', isCurrent: false }]
  expect(drawTimeline(roles, new Date())).toEqual({ years: [], spans: [null] })
})
