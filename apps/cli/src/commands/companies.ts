import type { Allowance } from '@gatehouse/allowances/allowance'
import { readAllowance, readModelWork } from '@gatehouse/allowances/read-allowance'
import { type AllowanceChange, setAllowance } from '@gatehouse/allowances/set-allowance'
import { type Company, listCompanies, readCompany } from '@gatehouse/companies/company'
import { type SuspensionDeps, resumeCompany, suspendCompany } from '@gatehouse/companies/suspend-company'
import { formatCredits } from '@gatehouse/credits/credit'
import { readUploadsOfDay } from '@gatehouse/documents/upload-days'
import { announceCompanyChangeBy } from '../announce-change.ts'
import { UsageError, parseOptions } from '../command.ts'
import { type GroupContext, type Subcommand, defineGroup } from '../command-group.ts'
import { readDefaultAllowance, readRedisUrl } from '../config.ts'
import { formatTime, readCreditMicros, readId, readReason } from '../option-values.ts'

type CompanyDeps = GroupContext &
  SuspensionDeps & {
    /** Allowance of a company whose plan does not define one. */
    defaultAllowance: Allowance
  }
type CompanySubcommand = Subcommand<CompanyDeps>

const pageSize = 500

const list: CompanySubcommand = {
  usage: 'companies list [--name TEXT]',
  parse(args) {
    const { values } = parseOptions(args, { options: { name: { type: 'string' } } })
    return async ({ database }) => {
      const lines: string[] = []
      let beforeId: string | undefined
      do {
        const page = await listCompanies(database, { limit: pageSize, beforeId, nameContains: values.name })
        lines.push(...page.map(describeCompany))
        beforeId = page.length === pageSize ? page.at(-1)?.id : undefined
      } while (beforeId !== undefined)
      return lines.length > 0 ? lines : ['there is no such company']
    }
  },
}

function describeCompany({ id, name, billingMode, suspension }: Company): string {
  const state = suspension
    ? `suspended since ${formatTime(suspension.since)}: ${suspension.reason}`
    : 'active'
  return `${id}  ${billingMode.toLowerCase()}  ${name}  ${state}`
}

const allowanceOptions = {
  company: { type: 'string' },
  'model-work': { type: 'string' },
  documents: { type: 'string' },
  'document-bytes': { type: 'string' },
  reason: { type: 'string' },
} as const

type AllowanceValues = { 'model-work'?: string; documents?: string; 'document-bytes'?: string }

/** Shows the model work and uploads that a company may use, and grants it other amounts. */
const allowance: CompanySubcommand = {
  usage:
    'companies allowance --company ID [--model-work CREDITS|plan] [--documents N|plan] [--document-bytes N|plan] [--reason TEXT]',
  parse(args) {
    const { values } = parseOptions(args, { options: allowanceOptions })
    const companyId = readId('--company', values.company)
    const granted = readGranted(values)
    const change =
      Object.keys(granted).length > 0 ? { companyId, granted, reason: readReason(values.reason) } : undefined
    return async (deps) => {
      if (change) await setAllowance(deps, change, deps.by)
      return describeAllowance(deps, companyId)
    }
  },
}

function readGranted(values: AllowanceValues): AllowanceChange['granted'] {
  const { 'model-work': work, documents, 'document-bytes': bytes } = values
  return {
    ...(work !== undefined && {
      modelWorkMicros: work === 'plan' ? null : readCreditMicros('--model-work', work),
    }),
    ...(documents !== undefined && { documentsPerDay: readAmount('--documents', documents) }),
    ...(bytes !== undefined && { documentBytesPerDay: readAmount('--document-bytes', bytes) }),
  }
}

function readAmount(option: string, text: string): number | null {
  if (text === 'plan') return null
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`${option} must be a whole number, or plan`)
  return Number(text)
}

async function describeAllowance(
  { databases, clock, defaultAllowance }: CompanyDeps,
  companyId: string,
): Promise<string[]> {
  const company = await readCompany(databases.directory, companyId)
  if (!company) return ['there is no such company']
  const database = databases.of(companyId)
  const work = await readModelWork(database, companyId, { clock, defaults: defaultAllowance })
  const quota = await readAllowance(database, companyId, defaultAllowance)
  const uploads = await readUploadsOfDay(database, companyId)
  const hold = work.waitsUntil && work.waitsUntil.getTime() > clock.wallMs() ? '; on hold' : ''
  return [
    company.name,
    `model work: ${formatCredits(work.spentMicros)} of ${formatCredits(work.allowanceMicros)} credits used this month, ` +
      `renewed ${work.renewsAt.toISOString().slice(0, 10)}${hold}`,
    `documents: ${uploads.documents} of ${quota.documentsPerDay} today, ` +
      `${uploads.bytes} of ${quota.documentBytesPerDay} bytes`,
  ]
}

const suspend: CompanySubcommand = {
  usage: 'companies suspend --company ID --reason TEXT',
  parse(args) {
    const change = parseSuspension(args)
    return async (deps) => {
      const { isChanged, company, isAnnounced } = await suspendCompany(deps, change, deps.by)
      return [
        isChanged
          ? `${company.name} is suspended`
          : `${company.name} was already suspended: ${company.suspension?.reason ?? ''}`,
        `every gateway refuses its billable calls and ends the open ones ${describeDelay(isAnnounced)}`,
      ]
    }
  },
}

const resume: CompanySubcommand = {
  usage: 'companies resume --company ID --reason TEXT',
  parse(args) {
    const change = parseSuspension(args)
    return async (deps) => {
      const { isChanged, company, isAnnounced } = await resumeCompany(deps, change, deps.by)
      return [
        `${company.name} ${isChanged ? 'is resumed' : 'was not suspended'}`,
        `every gateway serves its calls again ${describeDelay(isAnnounced)}`,
      ]
    }
  },
}

function parseSuspension(args: readonly string[]) {
  const options = { company: { type: 'string' }, reason: { type: 'string' } } as const
  const { company, reason } = parseOptions(args, { options }).values
  return { companyId: readId('--company', company), reason: readReason(reason) }
}

function describeDelay(isAnnounced: boolean): string {
  return isAnnounced ? 'within a second' : 'within 5 s (within one second if REDIS_URL is set and reachable)'
}

export const companiesCommand = defineGroup({
  name: 'companies',
  summary:
    'lists the companies at DATABASE_URL, suspends or resumes their billable calls, and sets their allowances',
  open: (context): CompanyDeps => ({
    ...context,
    announceCompanyChange: announceCompanyChangeBy(readRedisUrl(context.terminal)),
    defaultAllowance: readDefaultAllowance(context.terminal),
  }),
  subcommands: { list, allowance, suspend, resume },
})
