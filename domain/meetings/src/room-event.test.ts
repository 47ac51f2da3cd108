import { expect, test } from 'vitest'
import { roomEventSchema, transcriptSchema } from './room-event.ts'

const event = { event: 'room_created', room: 'stand-up', timestamp: '2026-11-15T10:00:00Z' }
const line = { timestamp: event.timestamp, speaker: 'Ana', text: 'Yes' }

test.each([
  '2026-11-15T10:00:00Z',
  '2026-11-15T10:00:00.000000Z',
  '2026-11-15T10:00Z',
  '2026-11-15T10:00:00+00:00',
  '2026-11-15T10:00+00:00',
  '2026-11-15T12:00:00+02:00',
])('%s is ten o’clock in UTC', (timestamp) => {
  expect(roomEventSchema.parse({ ...event, timestamp }).timestamp).toEqual(new Date('2026-11-15T10:00:00Z'))
})

test.each(['2026-11-15T10:00:00', '2026-11-15', 'yesterday', '2026-11-15T25:00:00Z'])(
  '%s is not a valid time',
  (timestamp) => {
    expect(roomEventSchema.safeParse({ ...event, timestamp }).success).toBe(false)
  },
)

test.each([
  ['a room', { room: 'a\0b', lines: [line] }],
  ['a speaker', { room: 'a', lines: [{ ...line, speaker: 'a\0b' }] }],
  ['a line', { room: 'a', lines: [{ ...line, text: 'a\0b' }] }],
])('%s with NUL is refused', (_what, part) => {
  expect(transcriptSchema.safeParse(part).success).toBe(false)
})
