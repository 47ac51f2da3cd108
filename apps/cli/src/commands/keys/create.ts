import { randomFillSync } from 'node:crypto'
import { parseArgs } from 'node:util'
import { type NewApiKey, createApiKey } from '@gatehouse/keys/create-api-key'
import { describeMinted, nameKey } from './describe-key.ts'
import { readCap, readId, readLimit, readList, readScopes, readTime } from './key-options.ts'
import type { KeySubcommand } from './key-subcommand.ts'

const options = {
  company: { type: 'string' },
  name: { type: 'string' },
  scopes: { type: 'string' },
  models: { type: 'string' },
  rpm: { type: 'string' },
  tpm: { type: 'string' },
  'monthly-cap': { type: 'string' },
  'company-usage': { type: 'boolean' },
  expires: { type: 'string' },
} as const

export const createSubcommand: KeySubcommand = {
  usage:
    'keys create --company ID --name TEXT [--scopes A,B] [--models ALIAS,ALIAS] [--rpm N] [--tpm N] ' +
    '[--monthly-cap CREDITS] [--company-usage] [--expires TIME]',
  read(words) {
    const newKey = readNewKey(parseArgs({ args: [...words], options }).values)
    return async ({ readPeppers, by, ...deps }) => {
      const minting = { ...deps, peppers: readPeppers(), fillRandom: randomFillSync }
      const minted = await createApiKey(minting, newKey, by)
      return [`${nameKey(minted.key)} was created`, ...describeMinted(minted)]
    }
  },
}

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

/** What is not given is left out, and so is as the domain has it by default. */
function readNewKey(values: Values): NewApiKey {
  const { company, name, scopes, models, rpm, tpm, 'monthly-cap': cap, expires } = values
  if (name === undefined) throw new TypeError('--name is missing')
  return {
    companyId: readId('--company', company),
    name,
    mayReadCompanyUsage: values['company-usage'] ?? false,
    ...(scopes !== undefined && { scopes: readScopes(scopes) }),
    ...(models !== undefined && { modelAllowlist: readList(models) }),
    ...(rpm !== undefined && { rpmLimit: readLimit('--rpm', rpm) }),
    ...(tpm !== undefined && { tpmLimit: readLimit('--tpm', tpm) }),
    ...(cap !== undefined && { monthlyCreditCapMicros: readCap('--monthly-cap', cap) }),
    ...(expires !== undefined && { expiresAt: readTime('--expires', expires) }),
  }
}
