import { expect, test } from 'vitest'
import { timestampText } from './timestamp.ts'

test.each([
  ['2026-03-02', '2026-03-02T00:00:00Z'],
  ['2026-03-02T12:00:00+14:00', '2026-03-02T12:00:00+14:00'],
  ['2026-03-02T12:00:00.123456-11:30', '2026-03-02T12:00:00.123456-11:30'],
  ['0001-01-01', '0001-01-01T00:00:00Z'],
])('%s is a timestamp', (text, read) => {
  expect(timestampText.parse(text)).toBe(read)
})

test.each(['2026-03-02T12:00:00+23:00', '2026-03-02T12:00:00-15:00', '0000-01-01', '0000-12-31T00:00:00Z'])(
  '%s is not a timestamp that Postgres accepts',
  (text) => {
    expect(timestampText.safeParse(text).success).toBe(false)
  },
)
