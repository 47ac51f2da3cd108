// A meeting in a room that the company registers itself. The proof plays the meeting server.
import { waitUntil } from '@gatehouse/testkit/wait-until'
import type { PrintedPlatform } from '../start-dev.ts'
import { findMail } from './find-mail.ts'
import type { Company } from './set-up-company.ts'

const room = 'hiring round'
const spoken = [
  ['Irina', 'We have twenty new candidates for five jobs.'],
  ['Paul', 'For the backend job I would like to talk to Ana Pop first.'],
  ['Irina', 'Agreed, we invite her for Thursday.'],
  ['Paul', 'Who calls the two nurses from the intensive care unit?'],
  ['Irina', 'I will call them tomorrow morning.'],
] as const

// The task starts half a minute after the end of the meeting.
const insightsWithinMs = 90_000

/** Returns the number of insights, all of which quote what was said. */
export async function holdMeeting(
  { id: companyId, admin }: Company,
  { addresses, aiServiceSecret }: PrintedPlatform,
): Promise<number> {
  await admin.ask(
    'mutation ($companyId: ID!, $room: String!) { registerMeetingRoom(companyId: $companyId, name: $room) { name } }',
    { companyId, room },
  )
  const send = async (path: string, body: object) => {
    const response = await fetch(`${addresses['ai-service']}/api/events/room/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${aiServiceSecret}` },
      body: JSON.stringify(body),
    })
    if (response.status !== 202) throw new Error(`${path} was answered with ${response.status}`)
  }
  const startMs = Date.now()
  const at = (second: number) => new Date(startMs + second * 1_000).toISOString()
  await send('created', { event: 'room_created', room, timestamp: at(0) })
  const lines = spoken.map(([speaker, text], index) => ({ timestamp: at(index + 1), speaker, text }))
  await send('transcript', { room, lines })
  await send('destroyed', { event: 'room_destroyed', room, timestamp: at(spoken.length + 1) })
  const { id, insights } = await untilDone({ id: companyId, admin })
  await requireTranscript({ id: companyId, admin }, id)
  const quotes = insights.flatMap((insight) => insight.quotes)
  const areSpoken = quotes.every((quote) => spoken.some(([, text]) => text.includes(quote)))
  if (insights.length === 0 || quotes.length === 0 || !areSpoken)
    throw new Error(`the insights are ${JSON.stringify(insights)}`)
  await findMail(addresses.mail, { to: admin.email, containing: room })
  return insights.length
}

type Meeting = { id: string; status: string; insights: { text: string; quotes: string[] }[] }

async function untilDone({ id: companyId, admin }: Company): Promise<Meeting> {
  let meeting: Meeting | undefined
  const isDone = async () => {
    const { meetings } = await admin.ask<{ meetings: { nodes: Meeting[] } }>(
      'query ($companyId: ID!) { meetings(companyId: $companyId) { nodes { id status insights { text quotes } } } }',
      { companyId },
    )
    meeting = meetings.nodes.find(({ status }) => status === 'DONE')
    return meeting !== undefined
  }
  await waitUntil(isDone, { withinMs: insightsWithinMs, pauseMs: 1_000, what: 'the insights are there' })
  if (!meeting) throw new Error('there is no meeting')
  return meeting
}

async function requireTranscript({ id: companyId, admin }: Company, meetingId: string): Promise<void> {
  const { meetingTranscript } = await admin.ask<{
    meetingTranscript: { nodes: { speaker: string; text: string }[] }
  }>(
    `query ($companyId: ID!, $meetingId: ID!) {
       meetingTranscript(companyId: $companyId, meetingId: $meetingId) { nodes { speaker text } } }`,
    { companyId, meetingId },
  )
  const read = meetingTranscript.nodes.map(({ speaker, text }) => [speaker, text])
  if (JSON.stringify(read) !== JSON.stringify(spoken))
    throw new Error(`the transcript is ${JSON.stringify(read)}`)
}
