import { type Role, expectedOutcome, roles } from '@gatehouse/backend/testing/expected-outcome'
import { seedErrorLog, seedRouteState } from '@gatehouse/backend/testing/seed-monitoring'
import { seedPayments } from '@gatehouse/backend/testing/seed-payments'
import { seedRoles } from '@gatehouse/backend/testing/seed-roles'
import type { User } from '@gatehouse/identity/users'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { type DeclaredPage, declaredPages } from '../../../tidy/repository/declared-pages.ts'
import { readRepository } from '../../../tidy/repository/read-repository.ts'
import { type Proof, judged, notMeasured } from '../../proof.ts'
import { type ConsoleSetup, openConsoleSetup } from '../open-console-setup.ts'
import { type Level, declaredLevel, isStricter, strictestLevel } from './page-access.ts'
import { visitPage } from './visit-page.ts'

/** Pages that members may open although their query is for admins: members are shown something else, without the query. */
const withoutQueryForMembers = new Set(['home'])
/** These need a link from a mail, or lead somewhere else; what they show does not depend on the role. */
const withoutRole = new Set([
  'start',
  'login',
  'reset',
  'invitation',
  'email-change',
  'billing-start',
  'design',
])

type Known = Readonly<Record<string, unknown>>

export const proof: Proof = {
  name: 'console-roles',
  tier: 'night',
  claim: 'every page of the console is shown or refused to each role as the access table of GraphQL says',
  bar: '100 % of pages × 5 roles, and no page that is shown has a part that the role may not use',
  async run({ isShort, progress }) {
    await using scope = new AsyncDisposableStack()
    const setup = await openConsoleSetup(scope)
    if (!setup) return notMeasured('there is no Chromium on this machine')
    const pages = declaredPages(readRepository()).filter(({ name }) => !withoutRole.has(name))
    const judgedPages = isShort ? pages.slice(0, 4) : pages
    const wrong = judgedPages.flatMap(judgeLevel)
    const seeded = await seed(setup)
    let visits = 0
    for (const role of roles) {
      const context = await setup.openProfile(seeded.users[role])
      for (const page of judgedPages) {
        wrong.push(...(await judgeVisit(context, { page, role, known: seeded.known })))
        visits += 1
      }
      await context.close()
      progress(`${judgedPages.length} pages as ${role}`)
    }
    for (const text of wrong) progress(text)
    return judged({
      figure: `${judgedPages.length} pages × ${roles.length} roles: ${visits} visits, ${wrong.length} wrong`,
      isPassed: wrong.length === 0 && visits === judgedPages.length * roles.length && visits > 0,
    })
  },
  async tryTools(scope) {
    const setup = await openConsoleSetup(scope)
    if (!setup) return
    const { seen } = await visitPage(await setup.openProfile(), '/account')
    if (seen !== 'UNAUTHENTICATED') throw new Error(`a visitor sees the account: ${seen}`)
  },
}

/** The page must be as open as the strictest of its queries, or of its mutations, without which it is of no use. */
function judgeLevel(page: DeclaredPage): string[] {
  const declared = declaredLevel(page)
  const queries = strictestLevel(page, 'Query')
  if (declared === undefined) return [`${page.name} declares the unknown level ${page.who}`]
  if (queries === undefined || queries === declared || withoutQueryForMembers.has(page.name)) return []
  if (isStricter(declared, queries) && strictestLevel(page, 'Mutation') === declared) return []
  return [`${page.name} is for ${declared}, but its queries are for ${queries}`]
}

type Visited = { page: DeclaredPage; role: Role; known: Known }

async function judgeVisit(
  context: Awaited<ReturnType<ConsoleSetup['openProfile']>>,
  { page, role, known }: Visited,
): Promise<string[]> {
  const level: Level = declaredLevel(page) ?? 'superAdmin'
  const path = page.route.replaceAll(/\$(\w+)/g, (_, name: string) => encodeURIComponent(String(known[name])))
  const { seen, forbiddenOperations } = await visitPage(context, path)
  const expected = expectedOutcome(level, role)
  return [
    ...(seen === expected ? [] : [`${page.name} as ${role}: expected ${expected}, but saw ${seen}`]),
    // A page asks while the role is still being read, so only what is shown must be allowed in all its parts.
    ...(seen === 'allowed' ? forbiddenOperations : []).map(
      (name) => `${page.name} as ${role} sends ${name}, which the role may not use`,
    ),
  ]
}

async function seed(setup: ConsoleSetup): Promise<{ known: Known; users: Record<Role, User | undefined> }> {
  const seeded = await seedRoles({ database: setup.database, postgres: setup.pool })
  await seedRouteState(setup, 'gateway-1')
  await seedErrorLog(setup.redis)
  const payments = await seedPayments(setup, seeded)
  const { companyId } = seeded.known
  const elsewhere = await addCompany(setup.database, 5_000_000n)
  return {
    known: { alias: 'svc/chat-default', ...seeded.known, ...payments },
    users: {
      anonymous: undefined,
      member: await addUser(setup.database, { companyId, role: 'MEMBER' }),
      'admin of another company': await addUser(setup.database, { companyId: elsewhere }),
      admin: await addUser(setup.database, { companyId, role: 'ADMIN' }),
      'super admin': seeded.superAdmin,
    },
  }
}
