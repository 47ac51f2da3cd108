// Opens the meeting routes on a test database with one registered room.
import { oneShard } from '@gatehouse/postgres/shards'
import type { Route } from '@gatehouse/http/define-route'
import { addMembership } from '@gatehouse/identity/memberships'
import { createUser } from '@gatehouse/identity/users'
import { registerRoom } from '@gatehouse/meetings/register-room'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { meetingRoutes } from '../routes/meetings/meeting-routes.ts'
import { callers } from './internal-caller.ts'

export const knownRoom = 'stand-up'

export async function openMeetings() {
  const open = await openTestDatabase()
  const { database, postgres } = open
  const ids = createIds(createSystemClock())
  const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
  const companyId = await addCompany(database, 0n)
  const by = { actor: { kind: 'operator', id: 'test' } } as const
  const ownerEmail = 'owner@example.com'
  await database.transaction().execute(async (tx) => {
    const user = await createUser({ ids, tx }, { email: ownerEmail, passwordHash: null }, by)
    await addMembership({ ids, tx }, { companyId, userId: user.id, role: 'ADMIN' }, by)
  })
  await registerRoom({ databases: oneShard(database), ids }, { name: knownRoom, companyId, ownerEmail }, by)
  const published: unknown[][] = []
  const publishEvent = (...event: unknown[]) => void published.push(event)
  const routes = meetingRoutes({ ids, logger, shards: oneShard(postgres) }, { callers, publishEvent })
  const route = (path: string): Route => {
    const found = routes.find((one) => one.path === path)
    if (!found) throw new Error(`there is no route ${path}`)
    return found
  }
  return { ...open, companyId, route, published }
}
