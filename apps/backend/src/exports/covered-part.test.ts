import { expect, test } from 'vitest'
import { coveredPart } from './covered-part.ts'

const span = { from: '2026-10-01T12:00:00.000Z', to: '2026-10-03T06:00:00.000Z' }
const usage = { asOf: '2026-11-20T10:30:00.123456Z', extendedFrom: null, extendedTo: null }
const midnight = (day: number) => `2026-10-0${day}T00:00:00.000Z`

test.each([
  ['2026-10-01', span, usage, [span.from, midnight(2)]],
  ['2026-10-02', span, usage, [midnight(2), midnight(3)]],
  ['2026-10-03', span, usage, [midnight(3), span.to]],
  ['2026-10-01', span, { ...usage, extendedFrom: new Date(midnight(1)) }, [midnight(1), midnight(2)]],
  ['2026-10-03', span, { ...usage, extendedTo: new Date(midnight(4)) }, [midnight(3), midnight(4)]],
  ['2026-11-20', { ...span, to: null }, usage, ['2026-11-20T00:00:00.000Z', '2026-11-20T10:30:00.123Z']],
  [
    '2026-11-20',
    { ...span, to: '2026-12-01T00:00:00.000Z' },
    usage,
    ['2026-11-20T00:00:00.000Z', '2026-11-20T10:30:00.123Z'],
  ],
])('of %s in %o, as read %o, %o is covered', (day, asked, read, expected) => {
  const { from, to } = coveredPart(day, asked, read)
  expect([from.toISOString(), to.toISOString()]).toEqual(expected)
})
