import { parseArgs } from 'node:util'
import { type Company, listCompanies } from '@gatehouse/companies/company'
import { writeTime } from '../keys/describe-key.ts'
import type { CompanySubcommand } from './company-subcommand.ts'

const options = { name: { type: 'string' } } as const
const pageSize = 500

export const listSubcommand: CompanySubcommand = {
  usage: 'companies list [--name TEXT]',
  read(words) {
    const { name: nameContains } = parseArgs({ args: [...words], options }).values
    return async ({ database }) => {
      const lines: string[] = []
      let beforeId: string | undefined
      do {
        const page = await listCompanies(database, { limit: pageSize, beforeId, nameContains })
        lines.push(...page.map(describe))
        beforeId = page.length === pageSize ? page.at(-1)?.id : undefined
      } while (beforeId !== undefined)
      return lines.length > 0 ? lines : ['there is no such company']
    }
  },
}

function describe({ id, name, billingMode, suspension }: Company): string {
  const state = suspension ? `suspended since ${writeTime(suspension.since)}: ${suspension.reason}` : 'active'
  return `${id}  ${billingMode.toLowerCase()}  ${name}  ${state}`
}
