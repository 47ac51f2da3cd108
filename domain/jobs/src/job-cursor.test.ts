import { expect, test } from 'vitest'
import { readJobCursor, writeJobCursor } from './job-cursor.ts'

const position = { updatedAt: '2026-03-02 11:59:59.999999', id: '01890a5d-ac96-774b-bcce-b302099a8057' }

test('a cursor decodes to the position it was made from', () => {
  expect(readJobCursor(writeJobCursor(position))).toEqual(position)
})

test.each([
  '',
  'x',
  writeJobCursor({ ...position, id: 'x' }),
  writeJobCursor({ ...position, updatedAt: '2026-99-02 11:59:59' }),
  writeJobCursor({ ...position, updatedAt: '2026-02-30 11:59:59' }),
  writeJobCursor({ ...position, updatedAt: '2026-02-28 24:00:00' }),
  writeJobCursor({ ...position, updatedAt: '0000-02-28 11:59:59' }),
])('%j is rejected as a cursor', (cursor) => {
  expect(readJobCursor(cursor)).toBeUndefined()
})
