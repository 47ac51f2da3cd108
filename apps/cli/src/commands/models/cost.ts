import { parseArgs } from 'node:util'
import { platformCompanyId } from '@gatehouse/companies/platform-company'
import { formatCredits } from '@gatehouse/credits/credit'
import { readConcernedUsage } from '@gatehouse/credits/read-concerned-usage'
import { readId, readTime } from '../keys/key-options.ts'
import type { Subcommand } from './subcommand.ts'

const options = { company: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' } } as const

const defaultDays = 30

/** What the platform's own calls for a company cost us: what a plan may pass on. */
export const costSubcommand: Subcommand = {
  usage: 'models cost --company ID [--from TIME] [--to TIME]',
  read(words) {
    const { company, from, to } = parseArgs({ args: [...words], options }).values
    const companyId = readId('--company', company)
    const until = (to === undefined ? null : readTime('--to', to)) ?? new Date()
    const since = from === undefined ? null : readTime('--from', from)
    const period = { from: since ?? new Date(until.getTime() - defaultDays * 86_400_000), to: until }
    return async ({ database }) => {
      const usage = await readConcernedUsage(database, { payerId: platformCompanyId, companyId, ...period })
      if (usage.length === 0) return 'the platform made no calls for this company in that time'
      return usage
        .map(
          ({ alias, requests, failedRequests, chargedMicros }) =>
            `${alias}: ${requests} calls, ${failedRequests} failed, ${formatCredits(chargedMicros)} credits`,
        )
        .join('\n')
    }
  },
}
