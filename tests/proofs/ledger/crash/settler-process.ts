// A process that settles at full speed until it is killed, and writes the outcomes to its journal. Its calls hold
// credits through the limits, like those of a gateway; grants, expiries and refunds run concurrently.
import type { FinishedCall } from '@gatehouse/calls/call'
import type { Transfer } from '@gatehouse/credits/transfer'
import { createSystemClock, sleep } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import { type JournalLine, openJournal, readJournal } from './journal.ts'
import { ids, openProduct } from './open-product.ts'
import { seededRandom } from '../../kit/seeded-random.ts'
import type { SettlerTask } from './settler-child.ts'

const callsInTheAir = 300
const transferEveryMs = 120
// Number of the predecessor's acknowledged charges that are sent again, which must be a no-op.
const repeatedCalls = 50
// An answer is delivered a moment after its charge; a slow reader takes longer.
const deliveryMsMax = 40
const slowReader = { share: 0.002, ms: 1_500 }
const reapEveryMs = 1_000
const callDeadlineMs = 5_000

const task = JSON.parse(process.argv[2] ?? '{}') as SettlerTask
const clock = createSystemClock()
const random = seededRandom(task.seed)
const journal = openJournal(task.journalPath)
const product = await openProduct({ ...task, onOver: (id) => journal.write('over', id) })
const stop = new AbortController()

process.on('disconnect', () => process.exit())
process.on('message', () => stop.abort())
process.send?.('ready')
await Promise.all([
  resume(),
  transferOnAndOn(),
  reapOnAndOn(),
  ...Array.from({ length: callsInTheAir }, settleOnAndOn),
])
await product.settler.drained()
await product.close()
process.disconnect()

async function settleOnAndOn(): Promise<void> {
  while (!stop.signal.aborted) {
    const company = random.integer(0, task.companies.length - 1)
    const micros = BigInt(random.integer(1, 20_000))
    const call = finishedCall(ids.uuid(), company, micros)
    if (!(await isAdmitted(call))) continue
    journal.write('sent', call.id, { company, micros })
    await settleAndNote(call)
  }
}

async function settleAndNote(call: FinishedCall): Promise<void> {
  try {
    const outcome = await product.settler.settle(call)
    if (outcome.kind === 'settled') journal.write('settled', call.id)
    else journal.write(outcome.status === 'SUCCEEDED' ? 'known' : 'closed', call.id)
    if (outcome.kind === 'settled' || outcome.status === 'SUCCEEDED') await deliver(call)
  } catch (thrown) {
    const isForeseen = thrown instanceof Fault && thrown.code === 'credits.settle_unavailable'
    if (!isForeseen) console.error(thrown)
    journal.write(isForeseen ? 'rejected' : 'refused', call.id)
  }
}

async function deliver({ id }: FinishedCall): Promise<void> {
  const isSlow = random.fraction() < slowReader.share
  await sleep(clock, isSlow ? slowReader.ms : random.fraction() * deliveryMsMax)
  journal.writeDelivered(id)
  product.settler.delivered(id)
}

/**
 * Settles the same call again. If an earlier attempt charged it, the answer was that attempt's to deliver, and nothing
 * is delivered here.
 */
async function settleAgain(call: FinishedCall): Promise<void> {
  const outcome = await product.settler.settle(call).catch(() => undefined)
  if (outcome?.kind === 'settled') {
    journal.write('settled', call.id)
    await deliver(call)
  } else if (outcome) journal.write(outcome.status === 'SUCCEEDED' ? 'known' : 'closed', call.id)
}

async function reapOnAndOn(): Promise<void> {
  while (!stop.signal.aborted) {
    // Postgres may be down; the next pass retries.
    await product.undelivered.reap().catch(() => undefined)
    await sleep(clock, reapEveryMs, stop.signal)
  }
}

async function isAdmitted({ id, companyId, keyId, alias, operation }: FinishedCall): Promise<boolean> {
  const limits = { rpmLimit: 1_000_000_000, tpmLimit: 1_000_000_000_000 }
  const estimates = { estimateMicros: 20_000n, estimatedTokens: 100, deadlineMs: callDeadlineMs }
  const asked = { callId: id, companyId, keyId, alias, operation, ...estimates, ...limits }
  // Admission throws while a server is down; the call then counts as not admitted, after a short pause.
  const admission = await product.limits.admit(asked).catch(() => sleep(clock, 20))
  return admission?.kind === 'admitted'
}

/**
 * The predecessor's calls without an outcome may or may not be charged; settling them again must charge each exactly
 * once.
 */
async function resume(): Promise<void> {
  if (task.resumeFrom === undefined) return
  const { unknown, settled } = readPredecessor(task.resumeFrom)
  // No caller waits for these calls any more, so `settleAgain` ignores rejections.
  await Promise.all([...unknown, ...settled.slice(-repeatedCalls)].map((call) => settleAgain(call)))
}

function readPredecessor(path: string): { unknown: FinishedCall[]; settled: FinishedCall[] } {
  const sent = new Map<string, JournalLine>()
  const settled: JournalLine[] = []
  const reader = readJournal(path)
  for (let lines = reader.readNew(); lines.length > 0; lines = reader.readNew()) {
    for (const line of lines) {
      const known = sent.get(line.id)
      sent.delete(line.id)
      if (line.mark === 'sent') sent.set(line.id, line)
      if (line.mark === 'settled' && known) settled.push(known)
    }
  }
  const toCall = ({ id, company, micros }: JournalLine) => finishedCall(id, company, micros)
  return { unknown: [...sent.values()].map(toCall), settled: settled.map(toCall) }
}

async function transferOnAndOn(): Promise<void> {
  while (!stop.signal.aborted) {
    const company = random.integer(0, task.companies.length - 1)
    const grant = randomGrant(company)
    await postAndNote(company, grant)
    if (random.fraction() < 0.3) await postAndNote(company, refundOf(grant))
    await sleep(clock, transferEveryMs)
  }
}

async function postAndNote(company: number, transfer: Transfer): Promise<void> {
  const micros = transfer.kind === 'grant' ? transfer.amountMicros : -transfer.amountMicros
  journal.write('moving', transfer.businessKey, { company, micros })
  try {
    await product.post(transfer)
    journal.write('moved', transfer.businessKey)
  } catch {
    // The outcome stays unknown, as for any caller that does not retry.
  }
}

function randomGrant(company: number): Transfer {
  const expiresAt = new Date(clock.wallMs() + random.integer(0, 5_000))
  return {
    owner: { id: task.companies[company]?.id ?? '', kind: 'COMPANY' },
    businessKey: `pack:${ids.uuid()}`,
    kind: 'grant',
    type: random.pick(['PACK_PURCHASE', 'PROMO']),
    amountMicros: BigInt(random.integer(1, 20_000_000)),
    ...(random.fraction() < 0.4 ? { expiresAt } : {}),
  }
}

function refundOf({ owner, businessKey, amountMicros }: Transfer): Transfer {
  const refund = { kind: 'removal', type: 'REFUND', firstFromLotOf: businessKey } as const
  return { owner, businessKey: `refund:${ids.uuid()}`, ...refund, amountMicros: amountMicros / 2n + 1n }
}

function finishedCall(id: string, company: number, chargedMicros: bigint): FinishedCall {
  const { id: companyId = '', keyId = '' } = task.companies[company] ?? {}
  const usage = { promptTokens: 400, cachedTokens: 0, completionTokens: 90 }
  return {
    id,
    companyId,
    keyId,
    alias: 'svc/chat-default',
    operation: 'chat',
    end: { kind: 'succeeded', usage, priceVersion: 1n, chargedMicros },
    heldMicros: 20_000n,
    durationMs: 900,
  }
}
