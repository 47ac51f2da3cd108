import { readCompanyNames } from '@gatehouse/companies/company'
import { type Membership, listMemberships } from '@gatehouse/identity/memberships'
import { requireUser } from '../../access/authorise.ts'
import { defineQuery } from '../../schema/define-operation.ts'
import { defineObject, field, listOf, shapes } from '../../schema/shape.ts'
import { membershipRoleType } from './membership-role-type.ts'

const membershipType = defineObject<Pick<Membership, 'companyId' | 'role'> & { companyName: string }>(
  'Membership',
  'The role of a user in a company.',
  {
    companyId: field(shapes.id, (membership) => membership.companyId),
    companyName: field(shapes.string, (membership) => membership.companyName),
    role: field(membershipRoleType, (membership) => membership.role),
  },
)

export const memberships = defineQuery({
  name: 'memberships',
  description: 'The companies to which the caller belongs.',
  inputs: {},
  returns: listOf(membershipType),
  async resolve({ deps, viewer }) {
    const { id } = await requireUser(viewer)
    const own = await listMemberships(deps.database, id)
    const names = await readCompanyNames(
      deps.database,
      own.map(({ companyId }) => companyId),
    )
    return own.map(({ companyId, role }) => ({ companyId, companyName: names.get(companyId) ?? '', role }))
  },
})
