import { setTimeout as pause } from 'node:timers/promises'
import { enqueueEvent } from '@gatehouse/outgoing-events/enqueue-event'
import { mintEventSecret } from '@gatehouse/outgoing-events/sign-event'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { randomFillSync } from 'node:crypto'
import { type ProofDatabase, connectToDatabase, startDatabase } from '../kit/servers.ts'
import { type Proof, type ProofContext, judged } from '../proof.ts'
import { judgeAttempts } from './judge-attempts.ts'
import { proofSeal } from './proof-secrets.ts'
import { type ReceiverKind, type Receivers, returningKinds, startReceivers } from './receivers.ts'
import { type SenderChild, startSenderChild } from './sender-child.ts'

type Size = {
  events: Readonly<Record<ReceiverKind | 'forbidden', number>>
  senders: number
  killEveryMs: number
  killsMax: number
  attemptMs: number
}

const long: Size = {
  events: {
    healthy: 6_000,
    flaky: 2_000,
    down_for_an_hour: 1_000,
    down_for_71_hours: 300,
    hangs_for_an_hour: 50,
    hangs: 10,
    fails: 140,
    redirects: 200,
    forbidden: 300,
  },
  senders: 4,
  killEveryMs: 2_000,
  killsMax: 60,
  attemptMs: 1_000,
}
const short: Size = {
  events: {
    healthy: 150,
    flaky: 60,
    down_for_an_hour: 30,
    down_for_71_hours: 10,
    hangs_for_an_hour: 3,
    hangs: 2,
    fails: 5,
    redirects: 10,
    forbidden: 5,
  },
  senders: 2,
  killEveryMs: 1_000,
  killsMax: 6,
  attemptMs: 400,
}

const ids = createIds(createSystemClock())
// A step of the clock beyond the next attempt that is due, as a share of the time that has passed, and at least.
const stepShare = 0.05
const stepMsMin = 30_000
const reportEveryMs = 15_000

export const proof: Proof = {
  name: 'outgoing-events',
  tier: 'daily',
  claim:
    'every event reaches each receiver that comes back within three days, although receivers fail and workers are killed',
  bar: '0 events lost or under two ids; every request is signed over its exact bytes, sent to the host of its endpoint and the same in every attempt; 0 connections to a forbidden address, attempts and delays as documented',
  async run(context) {
    const size = context.isShort ? short : long
    await using scope = new AsyncDisposableStack()
    const server = await startDatabase(scope)
    const connected = connectToDatabase(scope, server.url, { poolSizeMax: enqueuedTogether })
    const run: Run = {
      context,
      size,
      ...connected,
      startedMs: Date.now(),
      offsetMs: 0,
      kills: 0,
      senders: [],
      isOver: false,
    }
    const receivers = await startReceivers(scope, {
      startedMs: run.startedMs,
      nowMs: () => Date.now() + run.offsetMs,
    })
    const enqueued = await enqueueAll(run, receivers)
    context.progress(`${enqueued.events.toLocaleString('en')} events are enqueued`)
    scope.defer(async () => void (await Promise.all(run.senders.map((sender) => sender.kill()))))
    await Promise.all(Array.from({ length: size.senders }, () => startSender(run, server.url)))
    const killing = killOnAndOn(run, server.url)
    await untilSettled(run)
    run.isOver = true
    await killing
    return conclude(run, { receivers, enqueued, findings: await judgeAttempts(run.pool, lateMs) })
  },
}

type Run = ProofDatabase & {
  context: ProofContext
  size: Size
  startedMs: number
  offsetMs: number
  kills: number
  senders: SenderChild[]
  isOver: boolean
}

/** An attempt waits for the step of the clock, and for the lease of a sender that was killed. */
function lateMs(elapsedMs: number): number {
  return 2 * (stepMsMin + stepShare * elapsedMs) + 120_000
}

type Enqueued = { events: number; keys: readonly string[] }

/** Each kind of receiver belongs to a company of its own, which has so many events. */
async function enqueueAll({ pool, database, size }: Run, receivers: Receivers): Promise<Enqueued> {
  const { forbiddenPort } = receivers
  const keys: string[] = []
  let events = 0
  for (const [kind, count] of Object.entries(size.events)) {
    const companyId = await addCompany(database, 0n)
    const urls =
      kind === 'forbidden'
        ? ['127.0.0.2', '[::ffff:127.0.0.2]', '127.2'].map((host) => `http://${host}:${forbiddenPort}/`)
        : [receivers.urlOf(kind as ReceiverKind)]
    for (const url of urls) {
      const secret = await addEndpoint(pool, companyId, url)
      if (kind !== 'forbidden') receivers.expectSecret(kind as ReceiverKind, secret)
    }
    for (let first = 0; first < count; first += enqueuedTogether) {
      const together = Array.from(
        { length: Math.min(enqueuedTogether, count - first) },
        (_, at) => first + at,
      )
      await Promise.all(together.map((number) => enqueueOne(pool, companyId, `${kind} ${number}`)))
    }
    if (returningKinds.has(kind))
      keys.push(...Array.from({ length: count }, (_, number) => `${kind} ${number}`))
    events += count
  }
  return { events, keys }
}

/** As many as the pool has connections. */
const enqueuedTogether = 8

function enqueueOne(postgres: Postgres, companyId: string, keyId: string): Promise<unknown> {
  return postgres.transaction((tx) =>
    enqueueEvent(ids, tx, { companyId, type: 'key.created', data: { keyId, name: 'proof' } }),
  )
}

async function addEndpoint(postgres: Postgres, companyId: string, url: string): Promise<string> {
  const id = ids.uuid()
  const secret = mintEventSecret(randomFillSync)
  const { sealed, secretId } = proofSeal.seal(id, secret)
  await postgres.query(
    'insert into event_endpoints (id, company_id, url, sealed_secret, sealed_by) values ($1, $2, $3, $4, $5)',
    [id, companyId, url, sealed, secretId],
  )
  return secret
}

async function startSender(run: Run, databaseUrl: string): Promise<void> {
  const { offsetMs, size } = run
  const sender = startSenderChild({ databaseUrl, attemptMs: size.attemptMs, offsetMs })
  run.senders.push(sender)
  await sender.begun
  // The clock may have moved while the process started.
  sender.moveClock(run.offsetMs)
}

/** Kills the oldest sender at regular intervals and replaces it, until enough were killed. */
async function killOnAndOn(run: Run, databaseUrl: string): Promise<void> {
  while (!run.isOver && run.kills < run.size.killsMax) {
    await pause(run.size.killEveryMs)
    const starting = startSender(run, databaseUrl)
    await run.senders.shift()?.kill()
    run.kills += 1
    await starting
  }
}

/** Whenever nothing is due and no attempt is in progress, the clock moves to the next attempt. */
async function untilSettled(run: Run): Promise<void> {
  let reportedMs = Date.now()
  for (;;) {
    const next = await readNext(run)
    if (!next) return
    const nowMs = Date.now() + run.offsetMs
    if (next.dueAt.getTime() > nowMs && !(await isBusy(run))) {
      const elapsedMs = next.dueAt.getTime() - run.startedMs
      run.offsetMs += next.dueAt.getTime() - nowMs + stepMsMin + stepShare * elapsedMs
      for (const sender of run.senders) sender.moveClock(run.offsetMs)
    }
    if (Date.now() - reportedMs > reportEveryMs) {
      reportedMs = Date.now()
      const hours = Math.floor((nowMs - run.startedMs) / 3_600_000)
      run.context.progress(`${hours} hours, ${run.kills} kills, ${next.pending} deliveries pending`)
    }
    await pause(50)
  }
}

async function readNext({ pool }: Run): Promise<{ dueAt: Date; pending: number } | undefined> {
  const { rows } = await pool.query<{ due_at: Date | null; pending: number }>(
    `select min(next_attempt_at) as due_at, count(*)::int as pending from event_deliveries
      where company_id is not null and status = 'PENDING'`,
  )
  const [row] = rows
  return row?.due_at ? { dueAt: row.due_at, pending: row.pending } : undefined
}

/**
 * Whether an attempt is in progress, judged twice: a claim that stays for longer than an attempt takes belongs to a sender that was
 * killed.
 */
async function isBusy(run: Run): Promise<boolean> {
  const claims = async () => {
    const { rows } = await run.pool.query<{ claim: string }>(
      `select id || ' ' || claim_id as claim from event_deliveries
        where company_id is not null and status = 'PENDING' and claim_id is not null`,
    )
    return rows.map(({ claim }) => claim)
  }
  const before = await claims()
  if (before.length === 0) return false
  await pause(run.size.attemptMs + 1_000)
  const after = new Set(await claims())
  const isSame = after.size === before.length && before.every((claim) => after.has(claim))
  return !isSame
}

type Outcome = {
  receivers: Receivers
  enqueued: Enqueued
  findings: Awaited<ReturnType<typeof judgeAttempts>>
}

function conclude({ kills, context }: Run, { receivers, enqueued, findings }: Outcome) {
  const known = new Set(enqueued.keys)
  const lost = enqueued.keys.filter((key) => !receivers.accepted.has(key)).length
  const unasked = [...receivers.accepted.keys()].filter((name) => !known.has(name)).length
  const twoIds = [...receivers.accepted.values()].filter((eventIds) => eventIds.size > 1).length
  for (const fault of new Set(receivers.faults.slice(0, 20))) context.progress(`WRONG: ${fault}`)
  const { attempts, early, late, givenUp, givenUpEarly } = findings
  const format = (count: number) => count.toLocaleString('en')
  return judged({
    figure:
      `${lost} lost and ${twoIds} under two ids of ${format(enqueued.keys.length)} deliveries to receivers that came back ` +
      `(${format(enqueued.events)} events, ${kills} kills, ${format(receivers.requests())} requests); ` +
      `${receivers.faults.length} requests with a wrong address, signature, time or content, ${unasked} events that were not enqueued; ` +
      `${receivers.forbidden()} connections to a forbidden address; of ${format(attempts)} attempts ${early} early, ${late} late; ` +
      `${givenUpEarly} of ${givenUp} given up before ten attempts in three days`,
    isPassed:
      receivers.faults.length + unasked === 0 &&
      lost + twoIds + receivers.forbidden() + early + late + givenUpEarly === 0 &&
      givenUp > 0 &&
      kills >= (context.isShort ? 2 : 20),
  })
}
