// People to log in as on a developer's machine: the admin of the demo company and a super admin. Their passwords are new
// with every start, because the database may be one that others use too.
import { randomBytes, randomFillSync } from 'node:crypto'
import { demoCompany } from '@gatehouse/companies/seed-demo-company'
import { createUser } from '@gatehouse/identity/users'
import { createLoginStore } from '@gatehouse/identity/login-store'
import { createPasswordHasher } from '@gatehouse/identity/password-hasher'
import { setPassword } from '@gatehouse/identity/change-password'
import { type SeedDeps, seededBy } from './seed-deps.ts'

export type DemoUser = { role: 'admin' | 'super admin'; email: string; password: string }

const wanted = [
  { role: 'admin', email: demoCompany.adminEmail, isSuperAdmin: false },
  { role: 'super admin', email: 'super-admin@demo.example', isSuperAdmin: true },
] as const

export async function seedUsers({ database, ids }: SeedDeps): Promise<DemoUser[]> {
  const hasher = createPasswordHasher({ fillRandom: randomFillSync })
  const store = createLoginStore({ database, ids, fillRandom: randomFillSync })
  const users: DemoUser[] = []
  for (const { role, email, isSuperAdmin } of wanted) {
    const password = randomBytes(9).toString('base64url')
    const passwordHash = await hasher.hash(password)
    const found = await store.findByEmail(email)
    await database.transaction().execute(async (tx) => {
      if (found) await setPassword({ ids, tx }, { userId: found.user.id, passwordHash }, seededBy)
      else await createUser({ ids, tx }, { email, passwordHash, isSuperAdmin }, seededBy)
    })
    users.push({ role, email, password })
  }
  return users
}
