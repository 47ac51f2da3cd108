// The recent log lines and errors of all services.
import { Fault } from '@gatehouse/runtime/fault'
import { type LogLevel, logLevels } from '@gatehouse/telemetry/create-logger'
import type { AppLog, AppLogs, ErrorGroup, ErrorGroups } from '../../../../ai-service/monitoring-schemas.ts'
import { badRequest } from '../../../graphql-faults.ts'
import { type Operation, defineQuery } from '../../../schema/define-operation.ts'
import { enumInput, inputs, optionalInput } from '../../../schema/input.ts'
import { type Page, pageFields, readPageSize } from '../../../schema/page.ts'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../../../schema/shape.ts'
import { checkSpan } from '../../usage/span.ts'

const levelType = enumeration(
  'LogLevel',
  'How serious a log line is.',
  logLevels.map((level) => toEnum(level)),
)

const appLogType = defineObject<AppLog>('AppLog', 'A log line of any service, redacted.', {
  timestamp: field(shapes.time, (entry) => entry.timestamp),
  level: field(levelType, (entry) => toEnum(entry.level)),
  service: field(shapes.string, (entry) => entry.service),
  message: field(shapes.string, (entry) => entry.message),
  context: field(shapes.json, (entry) => entry.context),
})

type AppLogPage = Page<AppLog> & { stoppedAt: string | null; answer: AppLogs }

const appLogPageType = defineObject<AppLogPage>(
  'AppLogConnection',
  'A page of log lines. searchedTo is the position at which the search stopped before the page was full; it can be passed as after. It ' +
    'is null if the page is full or the end was reached. Lines written after searchedToTime were looked at.',
  {
    ...pageFields(appLogType),
    searchedTo: field(optional(shapes.id), (page) => page.stoppedAt),
    searchedToTime: field(optional(shapes.time), ({ stoppedAt, answer }) =>
      stoppedAt === null ? null : answer.searched_to,
    ),
    linesSeen: field(shapes.int, ({ answer }) => answer.lines_seen),
  },
)

const errorGroupType = defineObject<ErrorGroup>(
  'ErrorGroup',
  'Errors of one service with the same message, apart from ids, numbers and quoted values, and from the same place. message, level and ' +
    'code are those of sample, the newest one.',
  {
    fingerprint: field(shapes.id, (group) => group.fingerprint),
    service: field(shapes.string, (group) => group.service),
    level: field(levelType, (group) => toEnum(group.level)),
    message: field(shapes.string, (group) => group.message),
    code: field(optional(shapes.string), (group) => group.code),
    count: field(shapes.int, (group) => group.count),
    firstSeenAt: field(shapes.time, (group) => group.first_seen),
    lastSeenAt: field(shapes.time, (group) => group.last_seen),
    sample: field(appLogType, (group) => group.latest),
  },
)

const groupsMax = 100

const errorGroupsType = defineObject<ErrorGroups>(
  'ErrorGroups',
  'The recent errors by group. Only errors written after searchedToTime were looked at; null means all that are kept.',
  {
    groups: field(listOf(errorGroupType), (answer) => answer.data, { usualLength: groupsMax }),
    totalGroups: field(shapes.int, (answer) => answer.total_groups),
    totalErrors: field(shapes.int, (answer) => answer.total_entries),
    oldestErrorAt: field(optional(shapes.time), (answer) => answer.oldest_entry),
    searchedToTime: field(optional(shapes.time), (answer) => answer.searched_to),
  },
)

const textLengthMax = 200

const filterInputs = {
  service: optionalInput(inputs.string),
  from: optionalInput(inputs.time),
  to: optionalInput(inputs.time),
}

export const logSearchOperations: readonly Operation[] = [
  defineQuery({
    name: 'appLogs',
    description:
      'The log lines of all services that are still kept, newest first: of this level and above, of one service (gateway, backend or ' +
      'ai-service), with this text in the message or the context. A search looks at no more than 20,000 lines and for about half a ' +
      'second, and returns what it has found. searchedTo is then not null, and endCursor is the same position: request the next page ' +
      'to search further. Null with an error if the AI service does not respond.',
    inputs: {
      level: optionalInput(enumInput(levelType)),
      text: optionalInput(inputs.string),
      ...filterInputs,
      first: optionalInput(inputs.int),
      after: optionalInput(inputs.shortId),
    },
    returns: optional(appLogPageType),
    cost: 100,
    async resolve({ deps }, { level, text, first, after, ...filter }) {
      const limit = readPageSize(first)
      const answer = await deps.monitoring
        .searchLogs({
          ...readFilter(filter),
          level: logLevels.find((one) => toEnum(one) === level),
          text: readText('text', text),
          cursor: after ?? undefined,
          limit,
        })
        // The other inputs have been checked.
        .catch((thrown: unknown) => {
          const isBadCursor = thrown instanceof Fault && thrown.code === 'ai_service.bad_query'
          throw isBadCursor ? badRequest('after must be the endCursor of an earlier page.', 'after') : thrown
        })
      const { data: nodes, next_cursor: endCursor } = answer
      const stoppedAt = nodes.length < limit ? endCursor : null
      return { nodes, endCursor, hasNextPage: endCursor !== null, stoppedAt, answer }
    },
  }),
  defineQuery({
    name: 'errorGroups',
    description:
      `The recent errors of all services in groups, the ${groupsMax} most recently seen ones first. Looks at no more than 5,000 errors and ` +
      'for about half a second; searchedToTime says how far. Null with an error if the AI service does not respond.',
    inputs: filterInputs,
    returns: optional(errorGroupsType),
    cost: 200,
    resolve: ({ deps }, filter) =>
      deps.monitoring.listErrorGroups({ ...readFilter(filter), limit: groupsMax }),
  }),
]

function readFilter({ service, from, to }: { service: string | null; from: Date | null; to: Date | null }) {
  if (from && to) checkSpan(from, to)
  return { service: readText('service', service), from: from ?? undefined, to: to ?? undefined }
}

function readText(input: string, text: string | null): string | undefined {
  if (text !== null && text.length > textLengthMax)
    throw badRequest(`${input} must have at most ${textLengthMax} characters.`, input)
  return text ?? undefined
}

function toEnum(level: LogLevel): Uppercase<LogLevel> {
  return level.toUpperCase() as Uppercase<LogLevel>
}
