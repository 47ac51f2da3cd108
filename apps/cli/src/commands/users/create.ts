import { parseArgs } from 'node:util'
import { createUser } from '@gatehouse/identity/users'
import { readNewPassword } from './read-new-password.ts'
import { type UserSubcommand, requireEmail } from './user-subcommand.ts'

const options = { email: { type: 'string' }, 'super-admin': { type: 'boolean' } } as const

export const createSubcommand: UserSubcommand = {
  usage: 'users create --email ADDRESS [--super-admin]',
  read(words) {
    const { email: given, 'super-admin': isSuperAdmin = false } = parseArgs({
      args: [...words],
      options,
    }).values
    const email = requireEmail(given)
    return async ({ database, ids, by, ...secrets }) => {
      const passwordHash = await readNewPassword(secrets, email)
      const user = await database
        .transaction()
        .execute((tx) => createUser({ ids, tx }, { email, passwordHash, isSuperAdmin }, by))
      return [`${user.email} was created${isSuperAdmin ? ' as a super admin' : ''}`, `  id ${user.id}`]
    }
  },
}
