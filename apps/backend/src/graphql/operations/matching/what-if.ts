import type { RequirementStatus } from '@gatehouse/matching/match-score'
import { readScoreLog } from '@gatehouse/matching/read-score-log'
import { scoreWhatIf } from '@gatehouse/matching/score-what-if'
import { badRequest, unknownId } from '../../graphql-faults.ts'
import { type Operation, defineQuery } from '../../schema/define-operation.ts'
import { enumInput, inputObject, inputs, listInput, optionalInput } from '../../schema/input.ts'
import { listOf } from '../../schema/shape.ts'
import { matchType, requirementStatusType, scoredAtType } from './match-type.ts'

const assumptionInput = inputObject(
  'AssumedRequirement',
  'A requirement, by its id in the rows of the match, and the status that it is assumed to have.',
  { requirementId: inputs.shortId, status: enumInput(requirementStatusType) },
)

const historyMax = 100

export const whatIfOperations: readonly Operation[] = [
  defineQuery({
    name: 'scoreWhatIf',
    description:
      'The match as it would be without some requirements, or if the talent met others to another degree. Computed as all scores are, and not stored. NOT_FOUND unless the job and the talent are active.',
    inputs: {
      companyId: inputs.id,
      jobId: inputs.id,
      talentId: inputs.id,
      without: optionalInput(listInput(inputs.shortId)),
      with: optionalInput(listInput(assumptionInput)),
    },
    returns: matchType,
    cost: 50,
    async resolve({ deps }, { without, with: assumptions, ...name }) {
      const outcome = await scoreWhatIf(deps.databases.of(name.companyId), name, {
        without: without ?? [],
        assumed: new Map(
          (assumptions ?? []).map(({ requirementId, status }) => [requirementId, toStatus(status)]),
        ),
        now: new Date(deps.clock.wallMs()),
      })
      if (outcome.kind === 'unknown') throw unknownId()
      if (outcome.kind === 'unknown_requirement')
        throw badRequest(
          `The job has no requirement ${outcome.requirementId.slice(0, 20)}. Use the ids in the rows of the match.`,
          without?.includes(outcome.requirementId) ? 'without' : 'with',
        )
      return outcome.match
    },
  }),
  defineQuery({
    name: 'matchHistory',
    description:
      'The last hundred scores of a talent for a job, newest first. A score is recorded whenever it, the job, the talent or a judgement changes, and kept for seven months.',
    inputs: { companyId: inputs.id, jobId: inputs.id, talentId: inputs.id },
    returns: listOf(scoredAtType),
    cost: 50,
    async resolve({ deps }, name) {
      const history = await readScoreLog(deps.databases.of(name.companyId), { ...name, limit: historyMax })
      if (!history) throw unknownId()
      return history
    },
  }),
]

function toStatus(value: Uppercase<RequirementStatus>): RequirementStatus {
  return value.toLowerCase() as RequirementStatus
}
