// Shows that Postgres flushes its log to disk before a settlement is acknowledged. Killing processes cannot show it,
// because the kernel keeps what they wrote; so this traces the backend's system calls and their order.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSettler } from '@gatehouse/credits/create-settler'
import { settlementLedger } from '@gatehouse/credits/settle-batch'
import { type Postgres, createPostgres } from '@gatehouse/postgres/create-postgres'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { type Company, finishCall, ids } from '../ledger-setup.ts'

export type WalOrder = {
  settled: number
  /** Number of answers before which the backend had synced. */
  synced: number
}

/** strace is not installed, or the kernel does not allow attaching it to a backend of Postgres. */
export class StraceUnavailable extends Error {}

const program = 'strace'
const logger = createLogger({ service: 'proof', level: 'error', sinks: [] })

/**
 * With `synchronousCommit` off the answer precedes the sync, which shows that this measurement can detect a missing
 * sync.
 */
export async function measureWalOrder(
  url: string,
  company: Company,
  synchronousCommit: 'on' | 'off',
): Promise<WalOrder> {
  const postgres = createPostgres({
    url: new Secret(url),
    applicationName: 'proof',
    // A single connection, so that the settling backend is known.
    poolSizeMax: 1,
    queryTimeoutMs: 10_000,
    logger,
    settings: { synchronous_commit: synchronousCommit },
  })
  const { settleOne, finish } = createOneByOne(postgres, company)
  try {
    // The first call opens the account, which takes several statements.
    await settleOne()
    const trace = await traceBackend(await readBackendPid(postgres))
    const settled = 100
    for (let count = 0; count < settled; count += 1) await settleOne()
    return { settled, synced: countSyncedAnswers(await trace.stop()) }
  } finally {
    await finish()
    await postgres.close()
  }
}

function createOneByOne(postgres: Postgres, company: Company) {
  const settler = createSettler({
    clock: createSystemClock(),
    logger,
    metrics: createMetrics('proof'),
    random: Math.random,
    processId: ids.uuid(),
    ...settlementLedger(postgres),
    giveBack: (call) => Promise.reject(new Error(`the charge of ${call.id} was refunded`)),
  })
  const settledIds: string[] = []
  return {
    async settleOne() {
      const call = finishCall(company)
      await settler.settle(call)
      settledIds.push(call.id)
    },
    // Deliveries are recorded after the trace: they are commits too, and would be counted as settlements.
    async finish() {
      for (const id of settledIds) settler.delivered(id)
      await settler.drained()
    },
  }
}

async function readBackendPid(postgres: Postgres): Promise<number> {
  const { rows } = await postgres.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? Number.NaN
}

async function traceBackend(pid: number): Promise<{ stop(): Promise<string> }> {
  const directory = await mkdtemp(join(tmpdir(), 'gatehouse-strace-'))
  const file = join(directory, 'calls')
  const calls = 'trace=recvfrom,sendto,fdatasync,fsync'
  const strace = spawn(program, ['-p', String(pid), '-e', calls, '-s', '0', '-o', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // Rejects if the program is missing, which is handled below.
  const exited = once(strace, 'exit').catch(() => undefined)
  let said = ''
  // If the program is missing there is no output to wait for.
  strace.once('error', (error) => {
    said = String(error)
    strace.stderr.destroy()
  })
  try {
    for await (const chunk of strace.stderr) {
      said += String(chunk)
      if (said.includes('attached')) break
    }
  } catch {
    // The stream was destroyed above.
  }
  if (!said.includes('attached')) throw new StraceUnavailable(said.trim())
  return {
    async stop() {
      strace.kill('SIGINT')
      await exited
      const text = await readFile(file, 'utf8')
      await rm(directory, { recursive: true })
      return text
    },
  }
}

function countSyncedAnswers(trace: string): number {
  let synced = 0
  let hasSynced = false
  for (const line of trace.split('\n')) {
    if (/^fd?a?t?a?sync\(/.test(line)) hasSynced = true
    if (!line.startsWith('sendto(')) continue
    if (hasSynced) synced += 1
    hasSynced = false
  }
  return synced
}
