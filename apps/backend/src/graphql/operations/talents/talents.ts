import { type ListedTalent, listTalents } from '@gatehouse/talents/list-talents'
import { defineQuery } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { definePage, pageInputs, takePage } from '../../schema/page.ts'
import { defineObject, enumeration, field, optional, shapes } from '../../schema/shape.ts'

const statusType = enumeration('TalentStatus', 'Whether a talent is matched with jobs.', [
  'ACTIVE',
  'WITHDRAWN',
])

const talentType = defineObject<ListedTalent>('Talent', 'A candidate for the company’s jobs.', {
  id: field(shapes.id, (talent) => talent.id),
  name: field(optional(shapes.string), (talent) => talent.name),
  status: field(statusType, (talent) => talent.status),
  createdAt: field(shapes.time, (talent) => talent.created_at),
  updatedAt: field(shapes.time, (talent) => talent.updated_at),
})

const connectionType = definePage('TalentConnection', 'A page of talents.', talentType)

export const talents = defineQuery({
  name: 'talents',
  description: 'The talents of the company, newest first.',
  inputs: { companyId: inputs.id, ...pageInputs },
  returns: connectionType,
  cost: 20,
  resolve: ({ deps }, { companyId, ...page }) =>
    takePage(page, (wanted) => listTalents(deps.database, companyId, wanted)),
})
