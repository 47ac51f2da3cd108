import { randomFillSync } from 'node:crypto'
import { parseArgs } from 'node:util'
import { rotateApiKey } from '@gatehouse/keys/rotate-api-key'
import { describeMinted, nameKey } from './describe-key.ts'
import { readId, readTime } from './key-options.ts'
import type { KeySubcommand } from './key-subcommand.ts'

const options = { company: { type: 'string' }, key: { type: 'string' }, expires: { type: 'string' } } as const

export const rotateSubcommand: KeySubcommand = {
  usage: 'keys rotate --company ID --key ID [--expires TIME|never]',
  read(words) {
    const { company, key, expires } = parseArgs({ args: [...words], options }).values
    const rotation = {
      companyId: readId('--company', company),
      keyId: readId('--key', key),
      ...(expires !== undefined && { expiresAt: readTime('--expires', expires) }),
    }
    return async ({ readPeppers, by, ...deps }) => {
      const minting = { ...deps, peppers: readPeppers(), fillRandom: randomFillSync }
      const minted = await rotateApiKey(minting, rotation, by)
      return [
        `${nameKey(minted.key)} was created beside ${rotation.keyId}, which stays live until it is revoked`,
        ...describeMinted(minted),
      ]
    }
  },
}
