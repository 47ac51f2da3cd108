import { expect, test } from 'vitest'
import { knownRoom, openMeetings } from '../../../testing/open-meetings.ts'
import { postJson } from '../../../testing/post-json.ts'

test('lines are taken in as many parts as they come, and each once', async () => {
  await using open = await openMeetings()
  const route = open.route('/api/events/room/transcript')
  const line = (second: number, text: string) => ({
    timestamp: `2026-11-15T10:00:0${second}Z`,
    speaker: 'Ana',
    text,
  })
  const send = (...lines: unknown[]) => postJson(route, { room: knownRoom, lines })
  expect(await send(line(1, 'Good morning.'), line(2, 'Shall we?'))).toEqual({
    status: 202,
    body: { accepted: true, new_lines: 2 },
  })
  expect(await send(line(2, 'Shall we?'), line(3, 'Yes.'))).toMatchObject({ body: { new_lines: 1 } })
  const rows = await open.database
    .selectFrom('transcript_lines')
    .select('text')
    .orderBy('spoken_at')
    .execute()
  expect(rows.map(({ text }) => text)).toEqual(['Good morning.', 'Shall we?', 'Yes.'])
})
