import { setTimeout as pause } from 'node:timers/promises'
import type { AddedKey } from '@gatehouse/testkit/seed-gateway'
import { findPgbackrest, startArchivedPostgres } from '@gatehouse/testkit/start-pgbackrest'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { type ProofDatabase, connectToDatabase } from '../../kit/servers.ts'
import type { CallRow } from '../../gateway/stream-truth/read-calls.ts'
import { compareLedger } from '../../platform/dependency-loss/compare-ledger.ts'
import { startSteadyLoad } from '../../platform/dependency-loss/steady-load.ts'
import { type NightProof, type ProofContext, judged, notMeasured } from '../../proof.ts'
import { type Damaged, type Size, damage } from './damage.ts'
import { callStatus, groupActs, judgeAfterReplay, judgeAtMoment } from './judge-access.ts'
import { isAfter, isBefore } from './moment.ts'
import { type Product, openProduct, openSurroundings } from './product.ts'
import { findGrants } from './steady-purchases.ts'

const long: Size = { callsPerSecond: 100, ballastRows: 5_000_000, phaseMs: 12_000 }
const short: Size = { callsPerSecond: 40, ballastRows: 10_000, phaseMs: 3_000 }
const servedAgainMs = 3_000
// Which calls had reached the provider does not matter: those open at the moment may be recorded or not.
const forwarded: ReadonlySet<number> = new Set()

export const proof: NightProof = {
  name: 'restore',
  tier: 'night',
  claim:
    'after a restore to a moment before a mistake every earlier charge is there and no later one, keys that were revoked ' +
    'and companies that were suspended since are refused again, and later payments are back',
  bar:
    '0 charges acknowledged before the moment missing, 0 begun after it present, drift 0, 0 keys and companies in a wrong state ' +
    'before and after the replay, 0 payments missing or doubled, no drift to the payment provider; the time of the newest backup ' +
    'is exported; recovery time is printed',
  async tryTools(scope) {
    if (await isMissing()) return
    const archived = scope.use(await startArchivedPostgres())
    await archived.backup('full')
  },
  async run(context) {
    if (await isMissing()) return notMeasured('pgbackrest is not installed (Debian: apt install pgbackrest)')
    await using scope = new AsyncDisposableStack()
    const surroundings = await openSurroundings(scope)
    const size = context.isShort ? short : long
    const damaged = await damage(scope, { surroundings, size }, context)
    const { server, copiedMs, writableMs } = await damaged.archived.restore(damaged.moment.text)
    const startedMs = performance.now()
    const product = openProduct(scope, surroundings, {
      databaseUrl: server.url,
      payments: damaged.billing.sim,
    })
    const url = await product.start('gateway')
    await servesCalls(url, damaged.spareKey)
    const servedMs = writableMs + performance.now() - startedMs
    const found = await recover({ damaged, product, url, context }, connectToDatabase(scope, server.url))
    for (const complaint of found.complaints.slice(0, 20)) context.progress(complaint)
    const figure =
      `${found.summary}; ${(damaged.databaseBytes / 1e9).toFixed(2)} GB copied in ${seconds(copiedMs)}, writable after ` +
      `${seconds(writableMs)}, calls served after ${seconds(servedMs)}`
    return judged({ figure, isPassed: found.complaints.length === 0 })
  },
}

async function isMissing(): Promise<boolean> {
  return findPgbackrest().then(
    () => false,
    () => true,
  )
}

type Recovering = { damaged: Damaged; product: Product; url: string; context: ProofContext }

/** The steps of docs/operate/backup.md, each with what must be true before and after it. */
async function recover(recovering: Recovering, restored: ProofDatabase) {
  const ledger = await judgeLedger(recovering, restored)
  const access = await judgeAccess(recovering)
  const payments = await judgePayments(recovering, restored)
  const service = await judgeService(recovering, restored)
  return {
    summary: [ledger, access, payments, service].map(({ summary }) => summary).join('; '),
    complaints: [ledger, access, payments, service].flatMap(({ complaints }) => complaints),
  }
}

type Judgement = { summary: string; complaints: string[] }

async function judgeLedger({ damaged }: Recovering, restored: ProofDatabase): Promise<Judgement> {
  const { calls, moment } = damaged
  const before = calls.filter((call) => isBefore(moment, call))
  const after = calls.filter((call) => isAfter(moment, call))
  const answered = before.filter(({ isGivenUp }) => !isGivenUp)
  const ledger = await compareLedger(restored, answered, { forwarded, isElsewhere: isMadeElsewhere(damaged) })
  const ids = after.flatMap(({ callId }) => callId ?? [])
  const { rows } = await restored.pool.query<{ id: string }>(
    'select id from calls where id = any ($1::uuid[])',
    [ids],
  )
  const broken = ledger.lost + ledger.chargedForNothing + ledger.doubled + ledger.unrecorded
  return {
    summary:
      `of ${ledger.acknowledged} charges acknowledged before the moment ${ledger.lost} missing, of ${after.length} calls ` +
      `begun after it ${rows.length} present, drift ${ledger.drifting}; ${before.length - answered.length} clients gave up`,
    complaints: [
      ...ledger.complaints,
      ...(broken > 0
        ? [`${broken} calls before the moment are not in the ledger as their clients saw them`]
        : []),
      ...rows.slice(0, 3).map(({ id }) => `call ${id} began after the moment`),
      ...(ledger.drifting > 0 ? [`${ledger.drifting} accounts drift`] : []),
      ...(ledger.acknowledged === 0 || after.length === 0
        ? ['there were no calls before or after the moment']
        : []),
    ],
  }
}

/** Calls of other companies, and all of the load before the restore: those open at the moment may be recorded or not. */
function isMadeElsewhere({ calls, keys, limitedKey }: Damaged): (row: CallRow) => boolean {
  const companyIds = new Set([...keys, limitedKey].map(({ key }) => key.companyId))
  const ids = new Set(calls.map(({ callId }) => callId))
  // If the client gave up before it received the id, its call is not distinguishable from one that no client made.
  const isUnclear = ids.has(undefined)
  return ({ id, companyId }) => isUnclear || ids.has(id) || !companyIds.has(companyId)
}

async function judgeAccess({ damaged, product, url, context }: Recovering): Promise<Judgement> {
  const subjects = groupActs(damaged.acts)
  const atMoment = await judgeAtMoment(url, subjects, damaged.moment)
  const { revivedKeys, revivedCompanies } = atMoment
  const dry = await product.command('restore', 'replay', '--since', damaged.moment.text, '--dry-run')
  const afterDryRun = await judgeAtMoment(url, subjects, damaged.moment)
  const replay = await product.command('restore', 'replay', '--since', damaged.moment.text)
  for (const line of [dry.lines.at(-2), ...replay.lines.slice(-2)]) context.progress(line ?? '')
  const afterReplay = await judgeAfterReplay(url, subjects)
  // Redis was not cleared: it still has the balances of the mistake, with higher versions.
  const poorStatus = await callStatus(url, damaged.poorKey)
  return {
    summary:
      `${revivedKeys} revoked keys and ${revivedCompanies} suspended companies worked again before the replay, ` +
      `${afterReplay.wrong.length} of ${afterReplay.checked} keys and companies in a wrong state after it`,
    complaints: [
      ...atMoment.wrong.map((text) => `before the replay ${text}`),
      ...afterDryRun.wrong.map((text) => `after the dry run ${text}`),
      ...afterReplay.wrong.map((text) => `after the replay ${text}`),
      ...(revivedKeys === 0 || revivedCompanies === 0 ? ['nothing was left to replay'] : []),
      ...(dry.exitCode + replay.exitCode > 0 ? [`replay failed: ${replay.lines.join('\n')}`] : []),
      ...(poorStatus === 402
        ? []
        : [`a company without credits is answered with ${poorStatus}: Redis is wrong`]),
    ],
  }
}

async function judgePayments(
  { damaged, product, context }: Recovering,
  { pool }: ProofDatabase,
): Promise<Judgement> {
  const { moment } = damaged
  const { companyId, purchases } = damaged.purchases
  const after = purchases.filter((purchase) => isAfter(moment, purchase))
  const before = purchases.filter((purchase) => isBefore(moment, purchase))
  const early = await findGrants(pool, companyId, after)
  const kept = await findGrants(pool, companyId, before)
  const sweep = await product.command('events', 'sweep', '--days', '1')
  const reconcile = await product.command('reconcile', '--no-freeze')
  for (const line of [...sweep.lines.slice(-1), ...reconcile.lines]) context.progress(line)
  const all = await findGrants(pool, companyId, purchases)
  const isClean = reconcile.exitCode === 0 && !reconcile.lines.some((line) => line.includes('not checked'))
  return {
    summary: `${after.length} payments after the moment swept back, ${all.missing} missing and ${all.doubled} doubled of ${purchases.length}`,
    complaints: [
      ...(kept.missing > 0 ? [`${kept.missing} payments from before the moment are missing`] : []),
      ...(early.once > 0 ? [`${early.once} payments from after the moment were there before the sweep`] : []),
      ...(after.length === 0 ? ['there were no payments after the moment'] : []),
      ...(all.missing + all.doubled > 0 ? ['payments are missing or doubled'] : []),
      ...(sweep.exitCode === 0 ? [] : [`the sweep failed: ${sweep.lines.join('\n')}`]),
      ...(isClean ? [] : [`reconciliation: ${reconcile.lines.join('\n')}`]),
    ],
  }
}

/** The whole product serves calls again, and charges them. */
async function judgeService(
  { damaged, product, url }: Recovering,
  restored: ProofDatabase,
): Promise<Judgement> {
  await product.start('backend')
  await product.start('ai-service')
  const { keys, limitedKey } = damaged
  const load = startSteadyLoad({ urls: [url], keys, limitedKey, callsPerSecond: 20 })
  await pause(servedAgainMs)
  await load.stop()
  const isElsewhere = isMadeElsewhere(damaged)
  const ledger = await compareLedger(restored, load.calls, { forwarded, isElsewhere })
  const failed = load.calls.length - ledger.acknowledged
  const wrong = ledger.lost + ledger.chargedForNothing + ledger.doubled
  return {
    summary: `${failed} of ${load.calls.length} calls failed afterwards`,
    complaints: [
      ...ledger.complaints,
      ...(failed + wrong + ledger.drifting > 0
        ? [
            `afterwards ${failed} calls failed, ${wrong} were not charged once, ${ledger.drifting} accounts drift`,
          ]
        : []),
    ],
  }
}

async function servesCalls(url: string, key: AddedKey): Promise<void> {
  await waitUntil(async () => (await callStatus(url, key)) === 200, {
    withinMs: 30_000,
    what: 'the restored database serves calls',
    pauseMs: 50,
  })
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
