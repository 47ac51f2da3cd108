import { parseArgs } from 'node:util'
import { readAllowance, readModelWork } from '@gatehouse/allowances/read-allowance'
import { type AllowanceChange, setAllowance } from '@gatehouse/allowances/set-allowance'
import { readCompany } from '@gatehouse/companies/company'
import { formatCredits, parseCredits } from '@gatehouse/credits/credit'
import { readUploadsOfDay } from '@gatehouse/documents/upload-days'
import { readId } from '../keys/key-options.ts'
import type { CompanySubcommand, CompanyTaskDeps } from './company-subcommand.ts'

const options = {
  company: { type: 'string' },
  'model-work': { type: 'string' },
  documents: { type: 'string' },
  'document-bytes': { type: 'string' },
  reason: { type: 'string' },
} as const

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

/** Shows what a company has of model work and uploads, and grants it another amount. */
export const allowanceSubcommand: CompanySubcommand = {
  usage:
    'companies allowance --company ID [--model-work CREDITS|plan] [--documents N|plan] [--document-bytes N|plan] [--reason TEXT]',
  read(words) {
    const { values } = parseArgs({ args: [...words], options })
    const companyId = readId('--company', values.company)
    const granted = readGranted(values)
    const reason = values.reason ?? ''
    const isChange = Object.keys(granted).length > 0
    if (isChange && reason.trim() === '')
      throw new TypeError('--reason is missing: it is kept in the audit log')
    return async (deps) => {
      const by = { actor: { kind: 'operator', id: deps.operator } } as const
      if (isChange) await setAllowance(deps, { companyId, granted, reason }, by)
      return describeAllowance(deps, companyId)
    }
  },
}

function readGranted(values: Values): AllowanceChange['granted'] {
  const { 'model-work': work, documents, 'document-bytes': bytes } = values
  return {
    ...(work !== undefined && { modelWorkMicros: work === 'plan' ? null : readCredits(work) }),
    ...(documents !== undefined && { documentsPerDay: readAmount('--documents', documents) }),
    ...(bytes !== undefined && { documentBytesPerDay: readAmount('--document-bytes', bytes) }),
  }
}

function readCredits(text: string): bigint {
  const micros = parseCredits(text)
  if (micros !== undefined && micros >= 0n) return micros
  throw new TypeError('--model-work must be credits, such as 250 or 0.5, or plan')
}

function readAmount(option: string, text: string): number | null {
  if (text === 'plan') return null
  if (!/^\d{1,15}$/.test(text)) throw new TypeError(`${option} must be a whole number, or plan`)
  return Number(text)
}

async function describeAllowance(
  { database, postgres, clock, defaultAllowance }: CompanyTaskDeps,
  companyId: string,
): Promise<string[]> {
  const company = await readCompany(database, companyId)
  if (!company) return ['there is no such company']
  const work = await readModelWork({ postgres, clock, defaults: defaultAllowance }, companyId)
  const quota = await readAllowance(postgres, companyId, defaultAllowance)
  const uploads = await readUploadsOfDay(postgres, companyId)
  const waits = work.waitsUntil && work.waitsUntil.getTime() > clock.wallMs() ? '; it waits' : ''
  return [
    company.name,
    `model work: ${formatCredits(work.spentMicros)} of ${formatCredits(work.allowanceMicros)} credits used this month, ` +
      `renewed ${work.renewsAt.toISOString().slice(0, 10)}${waits}`,
    `documents: ${uploads.documents} of ${quota.documentsPerDay} today, ` +
      `${uploads.bytes} of ${quota.documentBytesPerDay} bytes`,
  ]
}
