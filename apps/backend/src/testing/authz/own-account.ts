// Calls about passwords and second factors need an account in the right state and a code or a signature of this moment, so
// each of them gets a super admin of its own.
import { addChallenge, addTotp } from '@gatehouse/testkit/seed-factors'
import { addSession, addUser, issueToken } from '@gatehouse/testkit/seed-backend'
import {
  addPasskey,
  answerLogin,
  answerReauthentication,
  answerRegistration,
} from '@gatehouse/testkit/seed-passkeys'
import type { User } from '@gatehouse/identity/users'
import type { Database } from '@gatehouse/schema/database'
import type { ComposedOperation } from './compose-operation.ts'
import type { Role } from './expected-outcome.ts'

const password = 'a password for second factors'

/** `cookie`: of a session of this account, if not any new one will do. */
type Prepared = Record<string, unknown> & { cookie?: string }

type Prepare = (database: Database, user: User) => Promise<Prepared>

/** Brings the account into the state that the operation needs, and returns the operation's inputs. */
const preparations: Readonly<Record<string, Prepare>> = {
  changePassword: async () => ({ currentPassword: password, newPassword: 'another password of theirs' }),
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
  passkeys: async (database, { id }) => {
    await addPasskey(database, id)
    return {}
  },
  beginPasskeyRegistration: async () => ({}),
  finishPasskeyRegistration: async (database, user) => ({
    ...(await answerRegistration(database, user)),
    name: 'Laptop',
  }),
  renamePasskey: async (database, { id }) => {
    const { passkeyId } = await addPasskey(database, id)
    return { passkeyId, name: 'Security key' }
  },
  deletePasskey: async (database, { id }) => ({ passkeyId: (await addPasskey(database, id)).passkeyId }),
  finishPasskeyLogin: (database, { id }) => answerLogin(database, id),
  beginPasskeyReauthentication: async (database, { id }) => {
    await addPasskey(database, id)
    return {}
  },
  finishPasskeyReauthentication: (database, { id }) => answerReauthentication(database, id),
}

export type OwnAccount = { authorization?: string; cookie?: string; operation: ComposedOperation }

/** The operation as it is, unless it has preparations and the super admin calls it. */
export async function useOwnAccount(
  database: Database,
  role: Role,
  operation: ComposedOperation,
): Promise<OwnAccount> {
  const prepare = role === 'super admin' ? preparations[operation.name] : undefined
  if (!prepare) return { operation }
  const user = await addUser(database, { isSuperAdmin: true, password })
  const { cookie, ...variables } = await prepare(database, user)
  return {
    authorization: `Bearer ${await issueToken(user)}`,
    cookie: cookie ?? (await addSession(database, user.id)).cookie,
    operation: { ...operation, variables },
  }
}
