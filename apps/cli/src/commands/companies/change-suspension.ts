import { parseArgs } from 'node:util'
import { resumeCompany, suspendCompany } from '@gatehouse/companies/suspend-company'
import { readId } from '../keys/key-options.ts'
import type { CompanySubcommand } from './company-subcommand.ts'

const options = { company: { type: 'string' }, reason: { type: 'string' } } as const

function readChange(words: readonly string[]) {
  const { company, reason } = parseArgs({ args: [...words], options }).values
  if (reason === undefined || reason.trim() === '') throw new TypeError('--reason is missing')
  return { companyId: readId('--company', company), reason }
}

export const suspendSubcommand: CompanySubcommand = {
  usage: 'companies suspend --company ID --reason TEXT',
  read(words) {
    const change = readChange(words)
    return async ({ operator, ...deps }) => {
      const by = { actor: { kind: 'operator', id: operator } } as const
      const { isChanged, company, isAnnounced } = await suspendCompany(deps, change, by)
      return [
        isChanged
          ? `${company.name} is suspended`
          : `${company.name} was suspended before: ${company.suspension?.reason ?? ''}`,
        `every gateway refuses its billable calls, and ends those that are open, ${describeSpeed(isAnnounced)}`,
      ]
    }
  },
}

export const resumeSubcommand: CompanySubcommand = {
  usage: 'companies resume --company ID --reason TEXT',
  read(words) {
    const change = readChange(words)
    return async ({ operator, ...deps }) => {
      const by = { actor: { kind: 'operator', id: operator } } as const
      const { isChanged, company, isAnnounced } = await resumeCompany(deps, change, by)
      return [
        `${company.name} ${isChanged ? 'is resumed' : 'was not suspended'}`,
        `every gateway serves its calls again ${describeSpeed(isAnnounced)}`,
      ]
    }
  },
}

function describeSpeed(isAnnounced: boolean): string {
  return isAnnounced ? 'within a second' : 'within 5 s; with a REDIS_URL that answers it would be within one'
}
