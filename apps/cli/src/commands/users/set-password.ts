import { setPassword } from '@gatehouse/identity/change-password'
import { readNewPassword } from './read-new-password.ts'
import { type UserSubcommand, readEmail, requireUser } from './user-subcommand.ts'

export const setPasswordSubcommand: UserSubcommand = {
  usage: 'users set-password --email ADDRESS',
  read(words) {
    const email = readEmail(words)
    return async ({ database, ids, by, ...secrets }) => {
      const user = await requireUser(database, email)
      const passwordHash = await readNewPassword(secrets, user.email)
      await database
        .transaction()
        .execute((tx) => setPassword({ ids, tx }, { userId: user.id, passwordHash }, by))
      return [`${user.email} has a new password, and has to log in with it everywhere`]
    }
  },
}
