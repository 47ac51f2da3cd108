import { parseArgs } from 'node:util'
import { revokeApiKey } from '@gatehouse/keys/revoke-api-key'
import { nameKey } from './describe-key.ts'
import { readId } from './key-options.ts'
import type { KeySubcommand } from './key-subcommand.ts'

const options = { company: { type: 'string' }, key: { type: 'string' } } as const

export const revokeSubcommand: KeySubcommand = {
  usage: 'keys revoke --company ID --key ID',
  read(words) {
    const { company, key: id } = parseArgs({ args: [...words], options }).values
    const name = { companyId: readId('--company', company), keyId: readId('--key', id) }
    return async ({ by, ...deps }) => {
      const { kind, key, isAnnounced } = await revokeApiKey(deps, name, by)
      return [
        `${nameKey(key)} ${kind === 'revoked' ? 'was revoked' : 'was revoked before'}`,
        isAnnounced
          ? 'every gateway refuses it within a second'
          : 'every gateway refuses it within 5 s; with a REDIS_URL that answers it would be within one',
      ]
    }
  },
}
