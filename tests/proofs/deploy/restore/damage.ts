// First half of the proof: the product under load, with backups, a moment to restore to, and a mistake after it.
import { setTimeout as pause } from 'node:timers/promises'
import { migrate } from '@gatehouse/postgres/migrate'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { migrationsDirectory } from '@gatehouse/schema/migrations-directory'
import { type AddedKey, addAliases, addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import { type ArchivedPostgres, startArchivedPostgres } from '@gatehouse/testkit/start-pgbackrest'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { type BillingSetup, openBillingSetup } from '../../billing/webhook/open-billing-setup.ts'
import { connectToDatabase } from '../../kit/servers.ts'
import { type LoadCall, startSteadyLoad } from '../../platform/dependency-loss/steady-load.ts'
import type { ProofContext } from '../../proof.ts'
import { callStatus } from './judge-access.ts'
import { type Moment, recordMoment } from './moment.ts'
import { type Product, type Surroundings, openProduct } from './product.ts'
import { type AdminAct, type ActSubjects, seedSubjects, startSteadyActs } from './steady-acts.ts'
import { type SteadyPurchases, startSteadyPurchases } from './steady-purchases.ts'

export type Size = {
  callsPerSecond: number
  /** Rows of a table that only makes the database larger; ten thousand are about a megabyte. */
  ballastRows: number
  /** Time of load before the incremental backup, before the moment, between the moment and the mistake, and after it. */
  phaseMs: number
}

export type Damaged = {
  archived: ArchivedPostgres
  billing: BillingSetup
  calls: readonly LoadCall[]
  acts: readonly AdminAct[]
  purchases: SteadyPurchases
  moment: Moment
  /** Keys of the load, one of a company that has credits by the mistake only, and one with which no call was made. */
  keys: readonly AddedKey[]
  limitedKey: AddedKey
  poorKey: AddedKey
  spareKey: AddedKey
  databaseBytes: number
}

const companyCount = 4
const credits = 1_000_000_000_000n
const ballastStep = 500_000
// Enough for several minutes, as backups take long on a busy machine.
const subjectCount = 600

/** Ends with all services stopped, and all WAL in the archive. */
export async function damage(
  scope: AsyncDisposableStack,
  { surroundings, size }: { surroundings: Surroundings; size: Size },
  { progress }: ProofContext,
): Promise<Damaged> {
  const archived = scope.use(await startArchivedPostgres())
  const databaseUrl = archived.server.url
  await migrate({ databaseUrl, directory: migrationsDirectory })
  const { pool, database } = connectToDatabase(scope, databaseUrl)
  await addBallast(pool, size.ballastRows)
  await addAliases(database, surroundings.providerUrl)
  const billing = scope.use(await openBillingSetup({ databaseUrl, seed: 'restore' }))
  const keys: AddedKey[] = []
  for (let count = 0; count < companyCount; count += 1)
    keys.push(await addKey(database, { companyId: await addCompany(database, credits) }))
  const [poorKey, spareKey, limitedKey] = [
    await addKey(database, { companyId: await addCompany(database, 1n) }),
    await addKey(database, { companyId: await addCompany(database, credits) }),
    await addKey(database, { companyId: await addCompany(database, credits) }),
  ]
  const subjects = await seedSubjects(database, subjectCount)
  const product = openProduct(scope, surroundings, { databaseUrl, payments: billing.sim })
  const running = await startAll(scope, { product, billing, subjects })
  const load = startSteadyLoad({
    urls: running.gatewayUrls,
    keys,
    limitedKey,
    callsPerSecond: size.callsPerSecond,
  })
  scope.defer(() => load.stop())

  const poorIs = (status: number) => becomesStatus(running.gatewayUrls[0] ?? '', poorKey, status)
  // Its first call uses up its credits.
  await poorIs(402)
  const full = await archived.backup('full')
  progress(
    `full backup under load: ${megabytes(full.databaseBytes)}, ${megabytes(full.addedBytes)} in the repository`,
  )
  await pause(size.phaseMs)
  const { addedBytes, databaseBytes, isEncrypted } = await archived.backup('incr')
  if (!isEncrypted) throw new Error('the repository is not encrypted')
  progress(`incremental backup under load: ${megabytes(addedBytes)} in the repository`)
  await exportsBackup(running.aiServiceUrl, await archived.report())
  await pause(size.phaseMs)
  const moment = await recordMoment(pool)
  progress(`the moment: ${moment.text}`)
  await pause(size.phaseMs)
  await pool.query('update credit_accounts set balance_micros = balance_micros + 5000000')
  await poorIs(200)
  await pause(size.phaseMs / 2)
  await Promise.all([load.stop(), running.purchases.stop(), running.acts.stop()])
  await becomeCopied(surroundings, running.acts.acts.length)
  await assertDamaged(product)
  await product.stop()
  await archived.archiveAll()
  const { purchases } = running
  const { acts } = running.acts
  return {
    archived,
    billing,
    calls: load.calls,
    acts,
    purchases,
    moment,
    keys,
    limitedKey,
    poorKey,
    spareKey,
    databaseBytes,
  }
}

async function becomesStatus(url: string, key: AddedKey, status: number): Promise<void> {
  const isSo = async () => (await callStatus(url, key)) === status
  const what = `calls of the company without credits are answered with ${status}`
  await waitUntil(isSo, { withinMs: 30_000, what, pauseMs: 200 })
}

type Starting = { product: Product; billing: BillingSetup; subjects: ActSubjects }

async function startAll(scope: AsyncDisposableStack, { product, billing, subjects }: Starting) {
  const gatewayUrls = [await product.start('gateway'), await product.start('gateway')]
  const backendUrl = await product.start('backend')
  const aiServiceUrl = await product.start('ai-service')
  const purchases = await startSteadyPurchases(billing, backendUrl, scope)
  return { gatewayUrls, aiServiceUrl, purchases, acts: startSteadyActs(subjects, backendUrl, scope) }
}

/** The AI service exports the end of the backup that the database's server has reported. */
async function exportsBackup(url: string, endedAtSeconds: number): Promise<void> {
  const isExported = async () => {
    const text = await (await fetch(`${url}/metrics`)).text()
    const value = /^gatehouse_backup_ended_timestamp_seconds\{.*\} (\S+)$/m.exec(text)?.[1]
    return Number(value) === endedAtSeconds
  }
  const what = `the AI service exports ${endedAtSeconds} as the end of the newest backup`
  await waitUntil(isExported, { withinMs: 90_000, what, pauseMs: 500 })
}

async function addBallast(pool: Postgres, rows: number): Promise<void> {
  await pool.query('create table ballast (number bigint, text text)')
  for (let from = 0; from < rows; from += ballastStep)
    await pool.query(
      `insert into ballast select n, md5(n::text) || md5((n * 7)::text) from generate_series($1::bigint, $2::bigint) n`,
      [from + 1, Math.min(rows, from + ballastStep)],
    )
}

async function becomeCopied({ objects }: Surroundings, count: number): Promise<void> {
  const areCopied = () => objects.objects.size === count
  await waitUntil(areCopied, { withinMs: 30_000, what: `${count} acts are copied`, pauseMs: 20 })
}

/** Otherwise the absence of the mistake after the restore would prove nothing. */
async function assertDamaged(product: Product): Promise<void> {
  const { exitCode, lines } = await product.command('reconcile', '--no-freeze')
  const isFound = exitCode === 1 && lines.some((line) => line.startsWith('I1') && line.includes('DRIFT'))
  if (!isFound) throw new Error(`reconciliation does not find the mistake: ${lines.join('\n')}`)
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
