import type { Tables } from '@gatehouse/schema/tables'
import { addUser, issueToken } from '@gatehouse/testkit/furnish-backend'
import { addCompany, addKey } from '@gatehouse/testkit/furnish-gateway'
import type { Kysely } from 'kysely'
import type { KnownValues } from './compose-operation.ts'
import type { Role } from './expected-outcome.ts'

export type FurnishedRoles = {
  authorization: Readonly<Record<Role, string | undefined>>
  known: KnownValues & { companyId: string }
}

/** Two companies, somebody in every role, and something for each operation to find. */
export async function furnishRoles(database: Kysely<Tables>): Promise<FurnishedRoles> {
  const companyId = await addCompany(database, 5_000_000n)
  const elsewhere = await addCompany(database, 5_000_000n)
  const [{ key }, { key: ending }] = [
    await addKey(database, { companyId }),
    await addKey(database, { companyId }),
  ]
  const person = { email: 'somebody@test.example', password: 'a password for the matrix' }
  await addUser(database, person)
  const tokenFor = async (settings: Parameters<typeof addUser>[1]) =>
    `Bearer ${await issueToken(await addUser(database, settings))}`
  return {
    authorization: {
      nobody: undefined,
      member: await tokenFor({ companyId, role: 'MEMBER' }),
      'admin of another company': await tokenFor({ companyId: elsewhere }),
      admin: await tokenFor({ companyId }),
      'super admin': await tokenFor({ isSuperAdmin: true }),
    },
    known: {
      companyId,
      keyId: key.id,
      'revokeApiKey.keyId': ending.id,
      ...person,
      currency: 'usd',
      'adjustCredits.credits': '1',
    },
  }
}
