import { countWaitingCvs } from '@gatehouse/documents/list-documents'
import { readJob } from '@gatehouse/jobs/list-jobs'
import { listMatches, readMatch } from '@gatehouse/matching/list-matches'
import { type MatchingState, readMatchingState } from '@gatehouse/matching/read-matching-state'
import { unknownId } from '../../graphql-faults.ts'
import { type Operation, defineQuery } from '../../schema/define-operation.ts'
import { inputs, optionalInput } from '../../schema/input.ts'
import { takePage } from '../../schema/page.ts'
import { defineObject, field, optional, shapes } from '../../schema/shape.ts'
import { matchPageType, matchType, matchingStatusType } from './match-type.ts'

const matchingStateType = defineObject<MatchingState & { cvsWaiting: number }>(
  'MatchingState',
  'How current the matches of a job are, and what is queued that may change them.',
  {
    status: field(matchingStatusType, (state) => state.status),
    lastMatchedAt: field(optional(shapes.time), (state) => state.lastMatchedAt),
    cvsWaiting: field(shapes.int, (state) => state.cvsWaiting),
    talentsWaiting: field(shapes.int, (state) => state.talentsWaiting),
    isJudgementWaiting: field(shapes.boolean, (state) => state.isJudgementWaiting),
    isGeneratorRunning: field(shapes.boolean, (state) => state.isGeneratorRunning),
  },
)

export const matchingOperations: readonly Operation[] = [
  defineQuery({
    name: 'matches',
    description:
      'The talents that fit a job best, best first; a job keeps its best hundred. Each match has one row for each requirement; the rows are empty while a changed job or talent has not been matched again.',
    inputs: {
      companyId: inputs.id,
      jobId: inputs.id,
      first: optionalInput(inputs.int),
      after: optionalInput(inputs.string),
    },
    returns: matchPageType,
    cost: 50,
    // Each score is recomputed from the talent's facts and lines.
    rowCost: 10,
    async resolve({ deps }, { companyId, jobId, ...page }) {
      if (!(await readJob(deps.databases.of(companyId), { companyId, jobId }))) throw unknownId()
      return takePage(page, ({ limit, beforeId: after }) =>
        listMatches(deps.databases.of(companyId), { companyId, jobId, limit, after }),
      )
    },
  }),
  defineQuery({
    name: 'matchingState',
    description:
      'When a job was last matched and what is still queued; to be asked together with its matches. Counted are CVs of the last day that have not been read, or not yet by a model, and up to 10,000 new or changed talents of the company that have not been compared with its jobs. Queued work waits while the generator does not run.',
    inputs: { companyId: inputs.id, jobId: inputs.id },
    returns: matchingStateType,
    cost: 20,
    async resolve({ deps: { databases } }, { companyId, jobId }) {
      const database = databases.of(companyId)
      const state = await readMatchingState(database, { companyId, jobId })
      if (!state) throw unknownId()
      return { ...state, cvsWaiting: await countWaitingCvs(database, companyId) }
    },
  }),
  defineQuery({
    name: 'match',
    description:
      'How well one talent fits a job. NOT_FOUND if the talent is not among the best hundred of the job.',
    inputs: { companyId: inputs.id, jobId: inputs.id, talentId: inputs.id },
    returns: matchType,
    cost: 50,
    async resolve({ deps }, name) {
      const match = await readMatch(deps.databases.of(name.companyId), name)
      if (!match) throw unknownId()
      return match
    },
  }),
]
