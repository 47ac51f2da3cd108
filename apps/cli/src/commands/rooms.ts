import { registerRoom } from '@gatehouse/meetings/register-room'
import { parseOptions } from '../command.ts'
import { type GroupContext, type Subcommand, defineGroup } from '../command-group.ts'
import { readId, required } from '../option-values.ts'

const register: Subcommand<GroupContext> = {
  usage: 'rooms register --room NAME --company ID --owner EMAIL',
  parse(args) {
    const options = {
      room: { type: 'string' },
      company: { type: 'string' },
      owner: { type: 'string' },
    } as const
    const { values } = parseOptions(args, { options })
    const name = required('--room', values.room)
    const ownerEmail = required('--owner', values.owner)
    const companyId = readId('--company', values.company)
    return async ({ databases, ids, by }) => {
      await registerRoom({ databases, ids }, { name, companyId, ownerEmail }, by)
      return [`${name} belongs to ${ownerEmail} of company ${companyId} from now on`]
    }
  },
}

export const roomsCommand = defineGroup({
  name: 'rooms',
  summary: 'assigns a meeting room to a company and to the owner who receives its insights',
  open: (context) => context,
  subcommands: { register },
})
