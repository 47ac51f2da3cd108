import { parseArgs } from 'node:util'
import { registerRoom } from '@gatehouse/meetings/register-room'
import { readId } from '../keys/key-options.ts'
import type { RoomSubcommand } from './room-subcommand.ts'

const options = { room: { type: 'string' }, company: { type: 'string' }, owner: { type: 'string' } } as const

export const registerSubcommand: RoomSubcommand = {
  usage: 'rooms register --room NAME --company ID --owner EMAIL',
  read(words) {
    const { room: name, company, owner: ownerEmail } = parseArgs({ args: [...words], options }).values
    if (name === undefined || name.trim() === '') throw new TypeError('--room is missing')
    if (ownerEmail === undefined) throw new TypeError('--owner is missing')
    const companyId = readId('--company', company)
    return async ({ database, ids, operator }) => {
      const actor = { kind: 'operator', id: operator } as const
      await registerRoom({ database, ids }, { name, companyId, ownerEmail }, actor)
      return `${name} belongs to ${ownerEmail} of company ${companyId} from now on`
    }
  },
}
