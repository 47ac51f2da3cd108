import { setSuperAdmin } from '@gatehouse/identity/users'
import { type UserSubcommand, readEmail, requireUser } from './user-subcommand.ts'

export const grantSuperAdminSubcommand = changeSuperAdmin('grant-super-admin', {
  isSuperAdmin: true,
  changed: 'is a super admin from now on',
  unchanged: 'is a super admin already',
})

export const revokeSuperAdminSubcommand = changeSuperAdmin('revoke-super-admin', {
  isSuperAdmin: false,
  changed: 'is a super admin no longer, from their next request on',
  unchanged: 'is no super admin',
})

type Change = { isSuperAdmin: boolean; changed: string; unchanged: string }

function changeSuperAdmin(name: string, { isSuperAdmin, changed, unchanged }: Change): UserSubcommand {
  return {
    usage: `users ${name} --email ADDRESS`,
    read(words) {
      const email = readEmail(words)
      return async ({ database, ids, by }) => {
        const user = await requireUser(database, email)
        const isChanged = await database
          .transaction()
          .execute((tx) => setSuperAdmin({ ids, tx }, { userId: user.id, isSuperAdmin }, by))
        return [`${user.email} ${isChanged ? changed : unchanged}`]
      }
    },
  }
}
