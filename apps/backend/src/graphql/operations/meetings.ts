import { type ListedMeeting, listMeetings, readMeeting } from '@gatehouse/meetings/list-meetings'
import { type ReadLine, readTranscript } from '@gatehouse/meetings/read-transcript'
import { type OwnRoom, listRooms, registerOwnRoom, removeRoom } from '@gatehouse/meetings/register-room'
import { requireUser } from '../access/authorise.ts'
import { unknownId } from '../graphql-faults.ts'
import { type Operation, defineMutation, defineQuery } from '../schema/define-operation.ts'
import { inputs, optionalInput } from '../schema/input.ts'
import { definePage, pageInputs, takePage } from '../schema/page.ts'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../schema/shape.ts'
import { auditActor } from './audit.ts'

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
    finishedAt: field(optional(shapes.time), (meeting) => meeting.finishedAt),
    lineCount: field(shapes.int, (meeting) => meeting.lines),
    callIds: field(listOf(shapes.id), (meeting) => meeting.callIds),
    cancelledTaskId: field(optional(shapes.id), (meeting) => meeting.cancelledTaskId),
  },
)

const meetingPageType = definePage('MeetingConnection', 'A page of meetings.', meetingType)

const roomType = defineObject<OwnRoom>(
  'MeetingRoom',
  'A room of the meeting server whose meetings belong to the company.',
  {
    name: field(shapes.string, (room) => room.name),
    ownerEmail: field(optional(shapes.string), (room) => room.ownerEmail),
    createdAt: field(shapes.time, (room) => room.createdAt),
  },
)

const lineType = defineObject<ReadLine>('TranscriptLine', 'What one person said in a meeting.', {
  id: field(shapes.id, (line) => line.id),
  spokenAt: field(shapes.time, (line) => line.spokenAt),
  speaker: field(shapes.string, (line) => line.speaker),
  text: field(shapes.string, (line) => line.text),
})

const linePageType = definePage('TranscriptLineConnection', 'A page of a transcript.', lineType)

export const meetingOperations: readonly Operation[] = [
  defineQuery({
    name: 'meetings',
    description: 'The finished meetings of the company with their insights, newest first.',
    inputs: { companyId: inputs.id, ...pageInputs },
    returns: meetingPageType,
    cost: 20,
    // A meeting has up to 50 insights with their quotes.
    rowCost: 10,
    resolve: ({ deps }, { companyId, ...page }) =>
      takePage(page, (wanted) => listMeetings(deps.databases.of(companyId), { companyId, ...wanted })),
  }),
  defineQuery({
    name: 'meeting',
    description: 'A finished meeting with its insights. See meetingTranscript for what was said.',
    inputs: { companyId: inputs.id, meetingId: inputs.id },
    returns: meetingType,
    cost: 20,
    async resolve({ deps }, name) {
      const meeting = await readMeeting(deps.databases.of(name.companyId), name)
      if (!meeting) throw unknownId()
      return meeting
    },
  }),
  defineQuery({
    name: 'meetingTranscript',
    description:
      'What was said in a meeting, in the order of speaking, with lines that arrived after its insights were worked out.',
    inputs: {
      companyId: inputs.id,
      meetingId: inputs.id,
      first: optionalInput(inputs.int),
      after: optionalInput(inputs.string),
    },
    returns: linePageType,
    cost: 20,
    resolve: ({ deps }, { companyId, meetingId, ...page }) =>
      takePage(page, async ({ limit, beforeId: afterId }) => {
        const lines = await readTranscript(deps.databases.of(companyId), {
          companyId,
          meetingId,
          limit,
          afterId,
        })
        if (!lines) throw unknownId()
        return lines
      }),
  }),
  defineQuery({
    name: 'meetingRooms',
    description: 'The rooms whose meetings belong to the company, by name.',
    inputs: { companyId: inputs.id },
    returns: listOf(roomType),
    cost: 20,
    resolve: ({ deps }, { companyId }) => listRooms(deps.databases.of(companyId), companyId),
  }),
  defineMutation({
    name: 'registerMeetingRoom',
    description:
      'Registers a room of the meeting server by its name there, or changes the owner of a registered one. Its meetings belong to the company from now on, and their insights are mailed to the owner, a member of the company; the caller if ownerEmail is left out. A name that another company uses is refused with CONFLICT.',
    inputs: { companyId: inputs.id, name: inputs.string, ownerEmail: optionalInput(inputs.string) },
    returns: roomType,
    cost: 20,
    async resolve(context, { companyId, name, ownerEmail }) {
      const { email } = await requireUser(context.viewer)
      const room = { companyId, name, ownerEmail: ownerEmail ?? email }
      return registerOwnRoom(context.deps, room, await auditActor(context))
    },
  }),
  defineMutation({
    name: 'removeMeetingRoom',
    description:
      'Ends the registration of a room: later meetings in it have no effect, and its name can be registered again. Meetings that have ended stay.',
    inputs: { companyId: inputs.id, name: inputs.string },
    returns: shapes.boolean,
    async resolve(context, room) {
      await removeRoom(context.deps, room, await auditActor(context))
      return true
    },
  }),
]
