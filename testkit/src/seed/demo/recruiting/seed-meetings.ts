// Meetings of the demo company with what was said. The insights are written here, because no model runs yet. Each
// quotes the line that it follows from.
import { demoCompany } from '@gatehouse/companies/seed-demo-company'
import { recordTranscript } from '@gatehouse/meetings/record-transcript'
import type { DemoDeps } from '../demo-deps.ts'
import { createTimeline, weekdayAgo } from '../timeline.ts'

type Spoken = readonly [speaker: string, text: string]
type Insight = { kind: 'summary' | 'decision' | 'action' | 'question'; text: string; line: number }
type DemoMeeting = { room: string; daysAgo: number; lines: readonly Spoken[]; insights: readonly Insight[] }

const meetings: readonly DemoMeeting[] = [
  {
    room: 'hiring frontend',
    daysAgo: 20,
    lines: [
      ['Marta', 'We have nine applications for the frontend position, four of them with Playwright.'],
      ['Jonas', 'I would invite the four this week.'],
      ['Aylin', 'Agreed. The task should be an accessible date picker, two hours at most.'],
      ['Marta', 'Then we decide: four invitations, one task of two hours.'],
      ['Jonas', 'I write the invitations today.'],
      ['Aylin', 'Do we pay for the time that the task takes?'],
    ],
    insights: [
      { kind: 'decision', text: 'Four applicants are invited and get one task of two hours.', line: 4 },
      { kind: 'action', text: 'Jonas writes the invitations today.', line: 5 },
      { kind: 'question', text: 'Is the time for the task paid?', line: 6 },
    ],
  },
  {
    room: 'pflege bremen',
    daysAgo: 12,
    lines: [
      ['Jonas', 'Die Station sucht zwei Pflegefachkräfte, möglichst ab Januar.'],
      ['Frau Dr. Sander', 'Wundversorgung ist wichtig, Nachtdienst können wir verhandeln.'],
      ['Jonas', 'Dann nehme ich den Nachtdienst aus den Anforderungen.'],
      ['Frau Dr. Sander', 'Ich sehe mir die ersten drei Profile am Freitag an.'],
    ],
    insights: [
      { kind: 'summary', text: 'Gesucht werden zwei Pflegefachkräfte ab Januar.', line: 1 },
      { kind: 'action', text: 'Jonas nimmt den Nachtdienst aus den Anforderungen.', line: 3 },
      { kind: 'action', text: 'Frau Dr. Sander sieht die ersten drei Profile am Freitag an.', line: 4 },
    ],
  },
  {
    room: 'weekly recruiting',
    daysAgo: 3,
    lines: [
      ['Marta', 'The notebook spent more last week than the rest of the company together.'],
      ['Tom', 'That was me, I sent every CV to the premium model. I have stopped it.'],
      ['Marta', 'We set a budget for the premium model then.'],
      ['Aylin', 'The careers page key expires soon, I rotate it on Monday.'],
    ],
    insights: [
      { kind: 'decision', text: 'The premium model gets a budget.', line: 3 },
      { kind: 'action', text: 'Aylin rotates the key of the careers page on Monday.', line: 4 },
    ],
  },
]

export async function seedMeetings({ postgres, nowMs }: DemoDeps, ownerId: string): Promise<void> {
  const { companyId } = demoCompany
  const timeline = createTimeline(weekdayAgo(nowMs, 21, 8))
  for (const { room, daysAgo, lines, insights } of meetings) {
    const startMs = weekdayAgo(nowMs, daysAgo, 13)
    const spokenAt = (line: number) => new Date(startMs + line * 45_000)
    timeline.moveTo(startMs)
    await postgres.query(
      'insert into meeting_rooms (name, company_id, owner_id, created_at) values ($1, $2, $3, $4)',
      [room, companyId, ownerId, new Date(startMs - 3_600_000)],
    )
    await recordTranscript(postgres, {
      room,
      lines: lines.map(([speaker, text], index) => ({
        timestamp: spokenAt(index + 1),
        speaker,
        text,
      })),
    })
    const stored = insights.map(({ kind, text, line }) => {
      const [speaker = '', quote = ''] = lines[line - 1] ?? []
      return { kind, text, evidence: [{ line, speaker, spokenAt: spokenAt(line).toISOString(), quote }] }
    })
    const endedAt = new Date(startMs + 1_800_000)
    await postgres.query(
      `insert into meetings (id, company_id, owner_id, room, started_at, ended_at, status, insights, lines, finished_at)
       values ($1, $2, $3, $4, $5, $6, 'DONE', $7, $8, $9)`,
      [
        timeline.ids.uuid(),
        companyId,
        ownerId,
        room,
        new Date(startMs),
        endedAt,
        JSON.stringify(stored),
        lines.length,
        new Date(endedAt.getTime() + 60_000),
      ],
    )
  }
}
