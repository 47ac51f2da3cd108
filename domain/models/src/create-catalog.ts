// The aliases, routes and prices of a gateway process, in memory, so that a call looks them up without waiting. The
// database is asked every second whether they changed; while it does not answer, what was read last holds.
import { assert } from '@gatehouse/runtime/assert'
import type { Clock } from '@gatehouse/runtime/clock'
import { toFault } from '@gatehouse/runtime/fault'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import type { AliasEntry } from './alias.ts'
import { createCatalogMetrics } from './catalog-metrics.ts'
import { type CatalogProblem, composeCatalog } from './compose-catalog.ts'
import type { ReadCredential } from './read-credential.ts'
import { repeatCheck } from './repeat-check.ts'
import type { StoredCatalog } from './stored-catalog.ts'

export type Catalog = {
  /** Undefined for an alias that does not exist or is switched off, and for all of them before the first load. */
  find(alias: string): AliasEntry | undefined
  /** In the order of their names. */
  list(): readonly AliasEntry[]
  /** False until a first load succeeded: until then `find` knows nothing, which is no reason to deny an alias. */
  isLoaded(): boolean
  /**
   * Loads for the first time, and checks for changes from then on. Rejects if that load fails; the checks go on all
   * the same, so a service may come up without its database and has the catalog a second after it.
   */
  start(): Promise<void>
  /** Since the database last said that this is the current catalog; infinite before the first load. */
  ageMs(): number
  close(): Promise<void>
}

export type CatalogDeps = {
  clock: Clock
  logger: Logger
  metrics: Metrics
  readCatalog: () => Promise<StoredCatalog>
  /** Asked every second, so it must be cheap. */
  readVersion: () => Promise<bigint>
  readCredential: ReadCredential
  /** Calls back when the catalog may have changed, to be quicker than the next check. Returns how to end that. */
  subscribe?: (onChange: () => void) => () => void
}

export type CatalogOptions = {
  checkEveryMs?: number
  /** Everything is read again after this, changed or not: credentials change in files, which have no version. */
  reloadAfterMs?: number
}

type Loaded = { version: bigint; loadedAtMs: number; entries: ReadonlyMap<string, AliasEntry> }

export function createCatalog(deps: CatalogDeps, options: CatalogOptions = {}): Catalog {
  const { clock } = deps
  const { checkEveryMs = 1_000, reloadAfterMs = 10_000 } = options
  const outages = createOutageLog(deps.logger)
  const reportProblems = createProblemLog(deps.logger)
  let loaded: Loaded | undefined
  let confirmedAtMs = Number.NEGATIVE_INFINITY
  let unsubscribe: (() => void) | undefined
  let isStarted = false
  const ageMs = () => clock.monotonicMs() - confirmedAtMs
  const metrics = createCatalogMetrics(deps.metrics, ageMs)

  async function isCurrent(): Promise<boolean> {
    if (!loaded || clock.monotonicMs() - loaded.loadedAtMs >= reloadAfterMs) return false
    return (await deps.readVersion()) === loaded.version
  }

  async function load(): Promise<void> {
    const loadedAtMs = clock.monotonicMs()
    const stored = await deps.readCatalog()
    const { entries, problems } = await composeCatalog(stored, deps.readCredential)
    if (stored.version !== loaded?.version) {
      deps.logger.info('the model catalog is loaded', { version: stored.version, aliases: entries.size })
    }
    loaded = { version: stored.version, loadedAtMs, entries }
    metrics.recordLoad(stored.version, problems.length)
    reportProblems(problems)
  }

  async function check(): Promise<void> {
    // The moment of the question: what is answered may be older than the answer.
    const askedAtMs = clock.monotonicMs()
    try {
      if (!(await isCurrent())) await load()
      confirmedAtMs = askedAtMs
      outages.end()
    } catch (thrown) {
      outages.begin(thrown)
    }
  }

  const checks = repeatCheck(clock, checkEveryMs, check)
  return {
    find: (alias) => loaded?.entries.get(alias),
    list: () => [...(loaded?.entries.values() ?? [])],
    isLoaded: () => loaded !== undefined,
    async start() {
      assert(!isStarted, 'a catalog was started twice')
      isStarted = true
      unsubscribe = deps.subscribe?.(() => void checks.now())
      await checks.now()
      if (!loaded) throw toFault(outages.cause())
    },
    ageMs,
    async close() {
      unsubscribe?.()
      await checks.stop()
    },
  }
}

/** One line when it begins and one when it is over, however many checks fail in between. */
function createOutageLog(logger: Logger) {
  let current: { cause: unknown } | undefined
  return {
    cause: () => current?.cause,
    begin(cause: unknown) {
      if (!current) logger.warn('the model catalog cannot be read; the last one holds', { error: cause })
      current = { cause }
    },
    end() {
      if (current) logger.info('the model catalog can be read again')
      current = undefined
    },
  }
}

/** One line per problem, not one per load; one that was mended and comes back is told again. */
function createProblemLog(logger: Logger): (problems: readonly CatalogProblem[]) => void {
  let known = new Set<string>()
  return (problems) => {
    const found = new Set<string>()
    for (const { alias, routeId, message } of problems) {
      const key = `${alias} ${routeId ?? ''} ${message}`
      found.add(key)
      if (!known.has(key)) logger.error(message, { alias, ...(routeId && { route_id: routeId }) })
    }
    known = found
  }
}
