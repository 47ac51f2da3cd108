import { parseArgs } from 'node:util'
import { type ApiKey, keyStatus } from '@gatehouse/keys/api-key'
import { listApiKeys } from '@gatehouse/keys/list-api-keys'
import { describeKey, nameKey, writeTime } from './describe-key.ts'
import { readId } from './key-options.ts'
import type { KeySubcommand } from './key-subcommand.ts'

export const listSubcommand: KeySubcommand = {
  usage: 'keys list --company ID',
  read(words) {
    const { company } = parseArgs({ args: [...words], options: { company: { type: 'string' } } }).values
    const companyId = readId('--company', company)
    return async ({ database, clock }) => {
      const keys = await listApiKeys(database, companyId)
      if (keys.length === 0) return ['the company has no keys: make one with gatehouse keys create']
      const now = new Date(clock.wallMs())
      return keys.flatMap((key) => describeListed(key, now))
    }
  },
}

function describeListed(key: ApiKey, now: Date): string[] {
  const status = keyStatus(key, now)
  const since = key.revokedAt ? ` since ${writeTime(key.revokedAt)}` : ''
  const lastUse = key.lastUsedAt ? `last used ${writeTime(key.lastUsedAt)}` : 'never used'
  const sibling = key.rotatedFromId ? [`    rotated from ${key.rotatedFromId}`] : []
  return [`${key.id}  ${status}${since}  ${nameKey(key)}  ${lastUse}`, `    ${describeKey(key)}`, ...sibling]
}
