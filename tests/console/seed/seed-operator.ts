import type { User } from '@gatehouse/identity/users'
import { addUser } from '@gatehouse/testkit/seed-backend'
import type { OpenConsole } from '../open-console.ts'

/** A super admin; the AI service runs. */
export async function operator({ backend, startAiService }: OpenConsole): Promise<User> {
  await startAiService()
  return addUser(backend.database, { isSuperAdmin: true })
}

/** A super admin, for pages that do not need the AI service. */
export function superAdmin({ backend }: OpenConsole): Promise<User> {
  return addUser(backend.database, { isSuperAdmin: true })
}

export async function companyAdmin({ addCompanyUser }: OpenConsole): Promise<User> {
  return (await addCompanyUser()).user
}
