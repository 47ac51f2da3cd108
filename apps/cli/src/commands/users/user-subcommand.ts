import { parseArgs } from 'node:util'
import type { AuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { PasswordHasher } from '@gatehouse/identity/password-hasher'
import { type User, findUserByEmail } from '@gatehouse/identity/users'
import { Fault } from '@gatehouse/runtime/fault'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Tables } from '@gatehouse/schema/tables'
import type { Kysely } from 'kysely'
import type { Terminal } from '../../command.ts'
import type { Subcommand } from '../../read-subcommand.ts'

type UserTaskDeps = {
  database: Kysely<Tables>
  ids: Ids
  by: Pick<AuditEntry, 'actor'>
  hasher: PasswordHasher
  readSecret: Terminal['readSecret']
}

/** Does the work and returns the lines to print. */
type UserTask = (deps: UserTaskDeps) => Promise<readonly string[]>

export type UserSubcommand = Subcommand<UserTask>

/** For the subcommands that are about one person and nothing else. */
export function readEmail(words: readonly string[]): string {
  return requireEmail(parseArgs({ args: [...words], options: { email: { type: 'string' } } }).values.email)
}

export function requireEmail(email: string | undefined): string {
  if (email === undefined) throw new TypeError('--email is missing')
  return email
}

export async function requireUser(database: Kysely<Tables>, email: string): Promise<User> {
  const user = await findUserByEmail(database, email)
  if (user) return user
  throw new Fault({
    kind: 'not_found',
    code: 'cli.user_unknown',
    publicMessage: 'nobody has this e-mail address: gatehouse users list shows who there is',
  })
}
