import { readCompanyNames } from '@gatehouse/companies/company'
import { type FrozenAccount, listFrozenAccounts } from '@gatehouse/credits/list-frozen'
import { defineQuery } from '../../schema/define-operation.ts'
import { defineObject, field, listOf, optional, shapes } from '../../schema/shape.ts'

const pauseType = defineObject<FrozenAccount & { companyName: string | null }>(
  'Pause',
  'A company whose billable calls are refused because reconciliation found its ledger inconsistent.',
  {
    companyId: field(shapes.id, (pause) => pause.ownerId),
    companyName: field(optional(shapes.string), (pause) => pause.companyName),
    reason: field(shapes.string, (pause) => pause.reason),
    since: field(shapes.time, (pause) => pause.since),
  },
)

export const pauses = defineQuery({
  name: 'pauses',
  description:
    'The companies that reconciliation has paused, the longest paused first. Only a person can lift a pause.',
  inputs: {},
  returns: listOf(pauseType),
  cost: 20,
  async resolve({ deps }) {
    const frozen = await listFrozenAccounts(deps.database)
    const names = await readCompanyNames(
      deps.database,
      frozen.map(({ ownerId }) => ownerId),
    )
    return frozen.map(({ ownerId, reason, since }) => ({
      ownerId,
      reason,
      since,
      companyName: names.get(ownerId) ?? null,
    }))
  },
})
