// Calls about second factors need an account in the right state and a code of this moment, so each of them gets a super
// admin of its own.
import { addChallenge, addTotp } from '@gatehouse/testkit/seed-factors'
import { addUser, issueToken } from '@gatehouse/testkit/seed-backend'
import type { User } from '@gatehouse/identity/users'
import type { Database } from '@gatehouse/schema/database'
import type { ComposedOperation } from './compose-operation.ts'
import type { Role } from './expected-outcome.ts'

const password = 'a password for second factors'

type Prepare = (database: Database, user: User) => Promise<Record<string, unknown>>

/** Brings the account into the state that the operation needs, and returns the operation's inputs. */
const preparations: Readonly<Record<string, Prepare>> = {
  setUpTotp: async () => ({ password }),
  confirmTotp: async (database, { id }) => ({
    code: (await addTotp(database, id, { isConfirmed: false })).code(),
  }),
  disableTotp: async (database, { id }) => ({ password, code: (await addTotp(database, id)).code() }),
  renewRecoveryCodes: async (database, { id }) => ({ password, code: (await addTotp(database, id)).code() }),
  completeLogin: async (database, { id }) => {
    const { code } = await addTotp(database, id)
    return { challenge: await addChallenge(database, id), code: code() }
  },
}

export type OwnAccount = { authorization?: string; operation: ComposedOperation }

/** The operation as it is, unless it is about second factors and the super admin calls it. */
export async function useOwnAccount(
  database: Database,
  role: Role,
  operation: ComposedOperation,
): Promise<OwnAccount> {
  const prepare = role === 'super admin' ? preparations[operation.name] : undefined
  if (!prepare) return { operation }
  const user = await addUser(database, { isSuperAdmin: true, password })
  const variables = await prepare(database, user)
  return { authorization: `Bearer ${await issueToken(user)}`, operation: { ...operation, variables } }
}
