// Admission as domain/limits does it: Redis decides if it has enough data, otherwise Postgres is read and Redis is
// updated.
import type { Coroutine } from '../engine/coroutine.ts'
import type { AccountSnapshot } from '../servers/simulated-postgres.ts'
import type { CallToAdmit, StoreAnswer, ReadHold } from '../servers/simulated-redis.ts'
import { closeDeadCalls } from './close-dead-calls.ts'
import { describeHold } from './open-holds.ts'
import type { Incarnation } from './incarnation.ts'
import type { World } from './world.ts'

type Admission = 'admitted' | 'no_credits' | 'unavailable'

const roundsMax = 50

export function* admitCall(world: World, host: Incarnation, call: CallToAdmit): Coroutine<Admission> {
  const { redis } = world
  let answer = yield* redis.ask(`requests admission of ${call.id}`, (store) => store.admit(call))
  for (let round = 0; answer !== 'admitted'; round += 1) {
    if (round === roundsMax) return 'unavailable'
    const confirmed = yield* confirm(world, host, { call, about: answer })
    if (typeof confirmed === 'string') return confirmed
    answer = yield* redis.ask(`requests admission of ${call.id} again`, (store) =>
      store.admit(call, confirmed.readAtMs),
    )
  }
  return 'admitted'
}

type Confirmation = Exclude<Admission, 'admitted'> | Pick<AccountSnapshot, 'readAtMs'>

type Question = { call: CallToAdmit; about: StoreAnswer }

/** Reads the company from Postgres and updates Redis with the result. */
function* confirm(world: World, host: Incarnation, { call, about }: Question): Coroutine<Confirmation> {
  const { redis, postgres } = world
  const { companyId } = call
  if (about === 'missing') {
    const own = [...host.open.values()].filter((hold) => hold.companyId === companyId)
    const holds = own.map((hold) => describeHold(world, host, hold))
    if (holds.length > 0) yield* redis.ask('reports its holds', (store) => store.update({ companyId, holds }))
  }
  let holds: readonly ReadHold[] = []
  if (about !== 'account') {
    holds = yield* redis.ask(`reads holds for ${call.id}`, (store) => store.readHolds(companyId))
    yield* closeDeadCalls(world, host, holds)
  }
  const answer = yield* postgres.ask(`reads the account for ${call.id}`, (server) => {
    const snapshot = server.readSnapshot(
      companyId,
      holds.map(({ callId }) => callId),
    )
    const closed = new Set(snapshot.closedCallIds)
    let heldMicros = 0n
    for (const { callId, estimateMicros } of holds) if (!closed.has(callId)) heldMicros += estimateMicros
    const isRefused = snapshot.balanceMicros <= heldMicros
    if (isRefused) world.audit.callRefused(call.id, companyId, snapshot.balanceMicros)
    return { snapshot, isRefused }
  })
  if (!answer.isOk) return 'unavailable'
  const { snapshot, isRefused } = answer.value
  yield* redis.ask(`updates the account for ${call.id}`, (store) => store.update({ companyId, snapshot }))
  return isRefused ? 'no_credits' : snapshot
}
