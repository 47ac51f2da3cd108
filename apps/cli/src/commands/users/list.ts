import { parseArgs } from 'node:util'
import { type ListedUser, listUsers } from '@gatehouse/identity/users'
import type { UserSubcommand } from './user-subcommand.ts'

const options = { 'super-admins': { type: 'boolean' } } as const

export const listSubcommand: UserSubcommand = {
  usage: 'users list [--super-admins]',
  read(words) {
    const isSuperAdminOnly = parseArgs({ args: [...words], options }).values['super-admins'] ?? false
    return async ({ database }) => {
      const users = await listUsers(database, { isSuperAdminOnly })
      if (users.length > 0) return users.map(describe)
      return [
        `there is no ${isSuperAdminOnly ? 'super admin' : 'user'}: make one with gatehouse users create`,
      ]
    }
  },
}

function describe({ id, email, isSuperAdmin, canLogIn }: ListedUser): string {
  return [id, email, isSuperAdmin ? 'super admin' : '', canLogIn ? '' : 'without a password']
    .filter((part) => part !== '')
    .join('  ')
}
