import { oneShard } from '@gatehouse/postgres/shards'
import type { Database } from '@gatehouse/schema/database'
import { freezeAccount } from '@gatehouse/credits/freeze-account'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import type { User } from '@gatehouse/identity/users'
import { addSession, addUser, issueToken } from '@gatehouse/testkit/seed-backend'
import { addAliases, addCompany } from '@gatehouse/testkit/seed-gateway'
import type { KnownValues } from '../compose-operation.ts'
import type { Role } from '../expected-outcome.ts'
import { fullPosting } from './recruiting-texts.ts'
import { seedLinks } from './seed-links.ts'
import { type SeedDeps, seedObjects } from './seed-objects.ts'
import { seedPlatform } from './seed-platform.ts'

export type SeededRoles = {
  authorization: Readonly<Record<Role, string | undefined>>
  known: KnownValues & { companyId: string; email: string; password: string }
  /** The objects of the other company, by the same names. */
  foreign: KnownValues
  superAdmin: User
  /** Cookie of the super admin's session that `endSession` ends. */
  keptCookie: string
}

const ids = createIds(createSystemClock())

/** The super admin's password. Other operations get another one, because they would end the super admin's sessions. */
const ownPassword = 'a password of the super admin'

/**
 * Values of amount inputs. Optional ones are included, because otherwise the fields that return them would have no
 * data.
 */
const amounts = {
  'balanceHistory.points': 2,
  'adjustCredits.credits': '1',
  'settleParkedCall.credits': '0.5',
  'setCompanyAllowance.modelWorkCredits': '60',
  'setPlanAllowance.modelWorkCredits': 60,
  'setPlanAllowance.documentsPerDay': 2_000,
  'setPlanAllowance.documentBytesPerDay': 1e9,
}

/** Creates two companies with objects of every kind, and a user in every role. */
export async function seedRoles(deps: SeedDeps): Promise<SeededRoles> {
  const { database } = deps
  // The prices that receipts name.
  await addAliases(database, 'http://127.0.0.1:9/v1')
  const companyId = await addCompany(database, 5_000_000n)
  const elsewhere = await addCompany(database, 5_000_000n)
  const person = { email: 'person@test.example', password: 'a password for the matrix' }
  await addUser(database, person)
  const { authorization, superAdmin } = await addRoles(database, {
    companyId,
    elsewhere,
    password: person.password,
  })
  const { sessionId, cookie: keptCookie } = await addSession(database, superAdmin.id)
  return {
    superAdmin,
    keptCookie,
    authorization,
    known: {
      companyId,
      ...(await seedObjects(deps, companyId)),
      ...person,
      currency: 'usd',
      currentPassword: person.password,
      newPassword: 'another password for the matrix',
      role: 'MEMBER',
      'endSession.sessionId': sessionId,
      'reauthenticate.password': ownPassword,
      // Read only from the super admin, who has an account of their own for it.
      response: {},
      'inviteMember.email': 'invited@test.example',
      'liftPause.companyId': await addPausedCompany(database),
      'searchDocuments.words': 'pipelines',
      'find.text': 'night',
      'previewJob.text': fullPosting,
      ...amounts,
      ...(await seedLinks(database)),
      ...(await seedPlatform(deps, companyId)),
    },
    foreign: await seedObjects(deps, elsewhere),
  }
}

/** Creates a user in every role, and returns their authorization headers. */
async function addRoles(
  database: Database,
  { companyId, elsewhere, password }: { companyId: string; elsewhere: string; password: string },
): Promise<Pick<SeededRoles, 'authorization' | 'superAdmin'>> {
  const tokenOf = async (user: User) => `Bearer ${await issueToken(user)}`
  const tokenFor = async (settings: Parameters<typeof addUser>[1]) =>
    tokenOf(await addUser(database, settings))
  const superAdmin = await addUser(database, { isSuperAdmin: true, password: ownPassword })
  const authorization = {
    anonymous: undefined,
    member: await tokenFor({ companyId, role: 'MEMBER' }),
    'admin of another company': await tokenFor({ companyId: elsewhere }),
    admin: await tokenFor({ companyId, password }),
    'super admin': await tokenOf(superAdmin),
  }
  return { authorization, superAdmin }
}

async function addPausedCompany(database: Database): Promise<string> {
  const companyId = await addCompany(database, 1n)
  await freezeAccount({ databases: oneShard(database), ids }, companyId, 'the ledger does not add up')
  return companyId
}
