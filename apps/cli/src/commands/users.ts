import { randomFillSync } from 'node:crypto'
import { checkPassword, setPassword } from '@gatehouse/identity/change-password'
import {
  type ListedUser,
  type User,
  createUser,
  findUserByEmail,
  listUsers,
  setSuperAdmin,
} from '@gatehouse/identity/users'
import { type PasswordHasher, createPasswordHasher } from '@gatehouse/identity/password-hasher'
import { removeFactors } from '@gatehouse/identity/remove-factors'
import { Fault } from '@gatehouse/runtime/fault'
import { parseOptions } from '../command.ts'
import { type GroupContext, type Subcommand, defineGroup } from '../command-group.ts'
import { required } from '../option-values.ts'

type UserDeps = GroupContext & { hasher: PasswordHasher }
type UserSubcommand = Subcommand<UserDeps>

const create: UserSubcommand = {
  usage: 'users create --email ADDRESS [--super-admin]',
  parse(args) {
    const options = { email: { type: 'string' }, 'super-admin': { type: 'boolean' } } as const
    const { values } = parseOptions(args, { options })
    const email = required('--email', values.email)
    const isSuperAdmin = values['super-admin'] ?? false
    return async (deps) => {
      const { database, ids, by } = deps
      const passwordHash = await readNewPassword(deps, email)
      const user = await database
        .transaction()
        .execute((tx) => createUser({ ids, tx }, { email, passwordHash, isSuperAdmin }, by))
      return [`${user.email} was created${isSuperAdmin ? ' as a super admin' : ''}`, `  id ${user.id}`]
    }
  },
}

const list: UserSubcommand = {
  usage: 'users list [--super-admins]',
  parse(args) {
    const { values } = parseOptions(args, { options: { 'super-admins': { type: 'boolean' } } })
    const isSuperAdminOnly = values['super-admins'] ?? false
    return async ({ database }) => {
      const users = await listUsers(database, { isSuperAdminOnly })
      if (users.length > 0) return users.map(describeUser)
      return [
        `there is no ${isSuperAdminOnly ? 'super admin' : 'user'}: create one with gatehouse users create`,
      ]
    }
  },
}

const setPasswordSubcommand: UserSubcommand = {
  usage: 'users set-password --email ADDRESS',
  parse(args) {
    const email = parseEmail(args)
    return async (deps) => {
      const { database, ids, by } = deps
      const user = await requireUser(deps, email)
      const passwordHash = await readNewPassword(deps, user.email)
      await database
        .transaction()
        .execute((tx) => setPassword({ ids, tx }, { userId: user.id, passwordHash }, by))
      return [`${user.email} has a new password and must log in again everywhere`]
    }
  },
}

const grantSuperAdmin = changeSuperAdmin('grant-super-admin', {
  isSuperAdmin: true,
  changed: 'is a super admin from now on and must log in again everywhere',
  unchanged: 'is already a super admin',
})

const revokeSuperAdmin = changeSuperAdmin('revoke-super-admin', {
  isSuperAdmin: false,
  changed: 'is no longer a super admin, from their next request on',
  unchanged: 'is not a super admin',
})

type SuperAdminChange = { isSuperAdmin: boolean; changed: string; unchanged: string }

function changeSuperAdmin(
  name: string,
  { isSuperAdmin, changed, unchanged }: SuperAdminChange,
): UserSubcommand {
  return {
    usage: `users ${name} --email ADDRESS`,
    parse(args) {
      const email = parseEmail(args)
      return async (deps) => {
        const { database, ids, by } = deps
        const user = await requireUser(deps, email)
        const isChanged = await database
          .transaction()
          .execute((tx) => setSuperAdmin({ ids, tx }, { userId: user.id, isSuperAdmin }, by))
        return [`${user.email} ${isChanged ? changed : unchanged}`]
      }
    },
  }
}

const removeFactorsSubcommand: UserSubcommand = {
  usage: 'users remove-factors --email ADDRESS',
  parse(args) {
    const email = parseEmail(args)
    return async (deps) => {
      const { database, ids, by } = deps
      const user = await requireUser(deps, email)
      const isRemoved = await database.transaction().execute((tx) => removeFactors({ ids, tx }, user.id, by))
      if (!isRemoved) return [`${user.email} has no second factor`]
      return [`${user.email} logs in with the password alone and must log in again everywhere`]
    }
  },
}

export const usersCommand = defineGroup({
  name: 'users',
  summary: 'creates and lists the users at DATABASE_URL; prompts for passwords, or reads them from a pipe',
  open: (context): UserDeps => ({
    ...context,
    hasher: createPasswordHasher({ fillRandom: randomFillSync }),
  }),
  subcommands: {
    create,
    list,
    'grant-super-admin': grantSuperAdmin,
    'revoke-super-admin': revokeSuperAdmin,
    'set-password': setPasswordSubcommand,
    'remove-factors': removeFactorsSubcommand,
  },
})

function parseEmail(args: readonly string[]): string {
  return required('--email', parseOptions(args, { options: { email: { type: 'string' } } }).values.email)
}

/** Reads a new password and returns only its hash. */
async function readNewPassword({ terminal, hasher }: UserDeps, email: string): Promise<string> {
  const password = await terminal.readSecret(`New password of ${email}`)
  checkPassword(password)
  return hasher.hash(password.reveal())
}

async function requireUser({ database }: UserDeps, email: string): Promise<User> {
  const user = await findUserByEmail(database, email)
  if (user) return user
  throw new Fault({
    kind: 'not_found',
    code: 'cli.user_unknown',
    publicMessage: 'no user has this e-mail address: gatehouse users list shows all users',
  })
}

function describeUser({ id, email, isSuperAdmin, canLogIn }: ListedUser): string {
  return [id, email, isSuperAdmin ? 'super admin' : '', canLogIn ? '' : 'without a password']
    .filter((part) => part !== '')
    .join('  ')
}
