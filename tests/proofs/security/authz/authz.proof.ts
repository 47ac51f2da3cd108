import { askOverWire, logInOverWire } from '@gatehouse/backend/testing/ask-over-wire'
import { type AccessReport, type AccessToCheck, checkAccess } from '@gatehouse/backend/testing/check-access'
import { checkForeignIds } from '@gatehouse/backend/testing/check-foreign-ids'
import { seedErrorLog, seedRouteState } from '@gatehouse/backend/testing/seed-monitoring'
import { seedPayments } from '@gatehouse/backend/testing/seed-payments'
import { seedRefusal } from '@gatehouse/backend/testing/seed-refusal'
import { useOwnAccount } from '@gatehouse/backend/testing/own-account'
import { type SeededRoles, seedRoles } from '@gatehouse/backend/testing/seed-roles'
import { sessionCookie } from '@gatehouse/backend/testing/session-cookie'
import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery } from 'graphql'
import { forgeTokens } from './forge-tokens.ts'
import { type BackendSetup, openBackendSetup } from './backend-setup.ts'
import { type Proof, judged } from '../../proof.ts'

export const proof: Proof = {
  name: 'authz',
  tier: 'push',
  claim:
    'every field of the GraphQL schema admits exactly the roles in the access table, no operation finds an object of another company, and refused calls change nothing',
  bar: '0 wrong decisions, all fields × 5 roles, each field returned at least once, all inputs that name an object',
  async run({ progress, isShort }) {
    await using scope = new AsyncDisposableStack()
    const setup = await openBackendSetup(scope)
    const seeded = await seed(setup)
    const strangers = await checkForeignIds({ ...(await openAccess(setup, seeded)), foreign: seeded.foreign })
    progress(`${strangers.tried.length} inputs tried with an object of another company`)
    const report = await check(setup, seeded)
    progress(`${report.operations} operations, ${report.calls} calls by 5 roles over the wire`)
    if (report.unseen.length > 0) progress(`never returned a value: ${report.unseen.join(', ')}`)
    const wrong = [...strangers.wrong, ...report.wrong]
    let forgeries = 0
    // The last operation may have started the generator, which would keep writing rows.
    if (!isShort) await stopGenerator(setup, seeded)
    // The long form also tries every operation with every kind of invalid token, which must be treated like no token.
    for (const [name, token] of isShort ? [] : await forgeTokens(setup.database)) {
      const authorization = { ...seeded.authorization, anonymous: `Bearer ${token}` }
      const forged = await check(setup, { ...seeded, authorization }, true)
      wrong.push(...forged.wrong.map((text) => `with ${name}: ${text}`))
      forgeries += forged.calls
      progress(`${name}: ${forged.calls} calls`)
    }
    for (const text of wrong) progress(text)
    const besides = isShort ? '' : `, ${forgeries} calls with forged tokens`
    return judged({
      figure:
        `${report.pairs} fields × roles checked (${report.fields} fields, ` +
        `${report.fields - report.unseen.length} of them returned a value), ` +
        `${strangers.tried.length} inputs × an object of another company${besides}, ${wrong.length} wrong`,
      isPassed:
        wrong.length === 0 &&
        report.unseen.length === 0 &&
        report.pairs === report.fields * 5 &&
        report.fields > 0,
    })
  },
}

async function seed(setup: BackendSetup): Promise<SeededRoles> {
  const roles = await seedRoles({ database: setup.database, postgres: setup.pool })
  await seedRouteState(setup, 'gateway-1')
  await seedErrorLog(setup.redis)
  const payments = await seedPayments(setup, roles)
  const { companyId, keyId } = roles.known
  await seedRefusal(setup.redis, { companyId, keyId: String(keyId) })
  return { ...roles, known: { ...roles.known, ...payments } }
}

async function stopGenerator({ url }: BackendSetup, { authorization }: SeededRoles): Promise<void> {
  await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: authorization['super admin'] ?? '' },
    body: JSON.stringify({ query: 'mutation { stopGenerator { status } }' }),
  })
}

async function check(
  setup: BackendSetup,
  seeded: SeededRoles,
  isAnonymousOnly = false,
): Promise<AccessReport> {
  const access = await openAccess(setup, seeded)
  return checkAccess({ ...access, ...(isAnonymousOnly ? { roles: ['anonymous'] } : {}) })
}

async function openAccess(
  { url, pool, database }: BackendSetup,
  seeded: SeededRoles,
): Promise<AccessToCheck> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: getIntrospectionQuery() }),
  })
  const { data } = (await response.json()) as { data: IntrospectionQuery }
  const { authorization, known } = seeded
  return {
    schema: buildClientSchema(data),
    known,
    async ask(role, operation) {
      // A refresh token works once, so each of these calls needs its own login.
      const cookie =
        operation.name === 'refresh'
          ? { cookie: await logInOverWire(url, known) }
          : await sessionCookie({ database, seeded }, role, operation)
      const own = await useOwnAccount(database, role, operation)
      const { authorization: ownToken = authorization[role], operation: ownOperation, ...ownCookie } = own
      const caller = { url, authorization: ownToken, ...cookie, ...ownCookie }
      return askOverWire(caller, ownOperation)
    },
    postgres: pool,
  }
}
