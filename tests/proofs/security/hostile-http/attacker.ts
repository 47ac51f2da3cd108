// The attacker, as a separate process, so that the cost of attacking is not counted as the cost of being attacked.
import { setTimeout } from 'node:timers/promises'
import { seededRandom } from '../../kit/seeded-random.ts'
import type { AttackerSettings, Order, OrderReport } from './attacker-process.ts'
import { createRequestFuzzer } from './fuzz-requests.ts'
import { fuzzScanners } from './fuzz-scanners.ts'
import { connectAndLeave, hangUp } from './hang-ups.ts'
import { RawSender, newReport } from './raw-sender.ts'
import { SlowConnections, slowKinds } from './slow-connections.ts'

const { target, rawKey, seed } = JSON.parse(process.argv[2] ?? '{}') as AttackerSettings
const random = seededRandom(seed)
const fuzzer = createRequestFuzzer(random, rawKey)
const slow = new SlowConnections(target, rawKey)
const slowAssailants = new SlowConnections(target, rawKey)
// Most inputs are answered within this time. Some get no answer, because they are not yet a complete request.
const answerWaitMs = 30

process.on('message', (order: Order) => {
  void carryOut(order).then((report) => process.send?.(report))
})
process.on('disconnect', () => process.exit())
process.send?.('ready')

async function carryOut(order: Order): Promise<OrderReport> {
  switch (order.kind) {
    case 'hold':
      for (const kind of slowKinds) slow.fill(kind, order.each)
      return { slow: slow.report }
    case 'assault':
      return assault(order)
    case 'fuzz':
      return fuzz(order)
    case 'connects':
      await repeat(order, () => connectAndLeave(target))
      return {}
    case 'hang-ups':
      await repeat(order, () => hangUp(target, random, rawKey))
      return {}
    case 'scanners':
      return { scanned: fuzzScanners(random, order.count) }
    case 'release':
      slow.close()
      slowAssailants.close()
      return { slow: slow.report }
  }
}

/** Attacks at a steady rate, so that the load falls on the server and does not exhaust the machine that both run on. */
async function assault({
  forMs,
  perSecond,
  slowEach,
}: Extract<Order, { kind: 'assault' }>): Promise<OrderReport> {
  const sent = newReport()
  const senders = Array.from({ length: 8 }, () => new RawSender(target, sent))
  const startedMs = performance.now()
  const tasks: Promise<void>[] = []
  let steps = 0
  for (let nowMs = startedMs; nowMs < startedMs + forMs; nowMs = performance.now()) {
    const due = Math.floor(((nowMs - startedMs) / 1_000) * perSecond)
    for (; steps < due; steps += 1) tasks.push(strike(steps))
    await setTimeout(5)
  }
  await Promise.all(tasks)
  for (const sender of senders) sender.close()
  sent.faults.push(...slowAssailants.report.faults.splice(0))
  return { sent, strikes: steps, slowMax: slowAssailants.size }

  async function strike(step: number): Promise<void> {
    // Each slow connection gets its byte once a second, and closed ones are soon replaced.
    for (const kind of ['head', 'body'] as const) slowAssailants.fill(kind, slowEach, 2)
    for (const connections of [slow, slowAssailants]) connections.trickle(step, perSecond)
    if (step % 4 === 0) return connectAndLeave(target)
    if (step % 4 === 1) return hangUp(target, random, rawKey)
    await senders[step % senders.length]?.send(fuzzer.next(), answerWaitMs)
  }
}

async function fuzz({ count, parallel }: Extract<Order, { kind: 'fuzz' }>): Promise<OrderReport> {
  const sent = newReport()
  const senders = Array.from({ length: parallel }, () => new RawSender(target, sent))
  let left = count
  const run = async (sender: RawSender) => {
    for (; left > 0; left -= 1) await sender.send(fuzzer.next(), answerWaitMs)
    sender.close()
  }
  await Promise.all(senders.map(run))
  return { sent }
}

async function repeat(
  { count, parallel }: { count: number; parallel: number },
  once: () => Promise<void>,
): Promise<void> {
  let left = count
  const run = async () => {
    for (; left > 0; left -= 1) await once()
  }
  await Promise.all(Array.from({ length: parallel }, run))
}
