// Tokens of links that were mailed to users, for the operations that such a link authorises.
import { randomFillSync } from 'node:crypto'
import { requestEmailChange } from '@gatehouse/identity/change-email'
import { createLoginLimits } from '@gatehouse/identity/login-limits'
import { sendResetLink } from '@gatehouse/identity/reset-password'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import type { Database } from '@gatehouse/schema/database'
import { addUser } from '@gatehouse/testkit/seed-backend'
import type { KnownValues } from '../compose-operation.ts'

const ids = createIds(createSystemClock())

export async function seedLinks(database: Database): Promise<KnownValues> {
  const user = await addUser(database)
  const tokens = new Map<string, string>()
  const deps = { database, ids, fillRandom: randomFillSync }
  await sendResetLink(
    {
      ...deps,
      async mailLink(_tx, { token }) {
        tokens.set('reset', token.reveal())
      },
    },
    user.email,
    {},
  )
  await requestEmailChange(
    {
      ...deps,
      limits: createLoginLimits(database),
      async mailLink(_tx, { to, token }) {
        tokens.set(to, token.reveal())
      },
    },
    { user, newEmail: `new-${user.email}` },
    {},
  )
  return {
    'resetPassword.token': tokens.get('reset'),
    'confirmEmailChange.token': tokens.get(user.email),
    'requestEmailChange.newEmail': 'another@test.example',
  }
}
