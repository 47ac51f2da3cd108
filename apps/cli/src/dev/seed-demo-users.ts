// People to log in as on a developer's machine: the admin of the demo company and a super admin. Their passwords are new
// with every start, because the database may be one that others use too.
import { randomBytes, randomFillSync } from 'node:crypto'
import { seedDemoCompany } from '@gatehouse/companies/seed-demo-company'
import { createUser } from '@gatehouse/identity/create-user'
import { createLoginStore } from '@gatehouse/identity/login-store'
import { createPasswordHasher } from '@gatehouse/identity/password-hasher'
import { setPassword } from '@gatehouse/identity/set-password'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { openDatabase } from '../open-database.ts'

export type DemoUser = { role: 'admin' | 'super admin'; email: string; password: string }

const superAdminEmail = 'super-admin@demo.example'
const by = { actor: { kind: 'operator', id: 'gatehouse dev' } } as const

export async function seedDemoUsers(databaseUrl: string): Promise<DemoUser[]> {
  const { database, close } = openDatabase(new Secret(databaseUrl))
  const ids = createIds(createSystemClock())
  const hasher = createPasswordHasher({ fillRandom: randomFillSync })
  const store = createLoginStore({ database, ids, fillRandom: randomFillSync })
  try {
    const { demo } = await seedDemoCompany(database, ids)
    const wanted = [
      { role: 'admin', email: demo.adminEmail, isSuperAdmin: false },
      { role: 'super admin', email: superAdminEmail, isSuperAdmin: true },
    ] as const
    const users: DemoUser[] = []
    for (const { role, email, isSuperAdmin } of wanted) {
      const password = randomBytes(9).toString('base64url')
      const passwordHash = await hasher.hash(password)
      const found = await store.findByEmail(email)
      await database.transaction().execute(async (tx) => {
        if (found) await setPassword({ ids, tx }, { userId: found.user.id, passwordHash }, by)
        else await createUser({ ids, tx }, { email, passwordHash, isSuperAdmin }, by)
      })
      users.push({ role, email, password })
    }
    return users
  } finally {
    await close()
  }
}
