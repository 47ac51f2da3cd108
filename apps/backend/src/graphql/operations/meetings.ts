import { type ListedMeeting, listMeetings } from '@gatehouse/meetings/list-meetings'
import { badRequest } from '../graphql-faults.ts'
import { type Operation, defineQuery } from '../schema/define-operation.ts'
import { inputs, optionalInput } from '../schema/input.ts'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../schema/shape.ts'

type Insight = ListedMeeting['insights'][number]

const insightType = defineObject<Insight>(
  'MeetingInsight',
  'A result of a meeting with its evidence: verbatim quotes, each with its speaker.',
  {
    kind: field(shapes.string, (insight) => insight.kind),
    text: field(shapes.string, (insight) => insight.text),
    quotes: field(listOf(shapes.string), (insight) => insight.evidence.map(({ quote }) => quote)),
    speakers: field(listOf(shapes.string), (insight) => insight.evidence.map(({ speaker }) => speaker)),
  },
)

const meetingStatusType = enumeration('MeetingStatus', 'Whether the insights of a meeting are available.', [
  'WAITING',
  'DONE',
  'NO_TRANSCRIPT',
])

const meetingType = defineObject<ListedMeeting>(
  'Meeting',
  'A finished meeting in one of the company’s rooms.',
  {
    id: field(shapes.id, (meeting) => meeting.id),
    room: field(shapes.string, (meeting) => meeting.room),
    startedAt: field(optional(shapes.time), (meeting) => meeting.startedAt),
    endedAt: field(shapes.time, (meeting) => meeting.endedAt),
    status: field(meetingStatusType, (meeting) => meeting.status),
    insights: field(listOf(insightType), (meeting) => meeting.insights),
  },
)

const listedMax = 100

export const meetingOperations: readonly Operation[] = [
  defineQuery({
    name: 'meetings',
    description: 'The finished meetings of the company with their insights, newest first.',
    inputs: { companyId: inputs.id, first: optionalInput(inputs.int) },
    returns: listOf(meetingType),
    cost: 20,
    // A meeting has up to 50 insights with their quotes.
    rowCost: 10,
    resolve({ deps }, { companyId, first }) {
      const limit = first ?? 20
      if (limit < 1 || limit > listedMax) throw badRequest(`first must be from 1 to ${listedMax}.`)
      return listMeetings(deps.database, { companyId, limit })
    },
  }),
]
