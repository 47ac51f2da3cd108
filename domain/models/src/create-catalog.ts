// The aliases, routes and prices of a gateway process, in memory, so that a call looks them up without waiting. The
// database is checked for changes every second; while it does not respond, the last catalog stays in use.
import { assert } from '@gatehouse/runtime/assert'
import type { Clock } from '@gatehouse/runtime/clock'
import { toFault } from '@gatehouse/runtime/fault'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Gauge } from 'prom-client'
import type { AliasEntry } from './alias.ts'
import { type CatalogProblem, composeCatalog } from './compose-catalog.ts'
import type { ReadCredential } from './read-credential.ts'
import { repeatCheck } from './repeat-check.ts'
import type { StoredCatalog } from './stored-catalog.ts'

export type Catalog = {
  /** Returns undefined for an alias that does not exist or is disabled, and for every alias before the first load. */
  find(alias: string): AliasEntry | undefined
  /** In order of their names. */
  list(): readonly AliasEntry[]
  /**
   * False until the first load succeeds: until then `find` finds nothing, which does not mean that an alias does not
   * exist.
   */
  isLoaded(): boolean
  /**
   * Loads for the first time and starts to check for changes. Rejects if that load fails; the checks continue, so a
   * service that starts without its database has the catalog a second after the database is up.
   */
  start(): Promise<void>
  /** Time since the database last confirmed that this catalog is current; infinite before the first load. */
  ageMs(): number
  close(): Promise<void>
}

export type CatalogDeps = {
  clock: Clock
  logger: Logger
  metrics: Metrics
  readCatalog: () => Promise<StoredCatalog>
  /** Called every second, so it must be cheap. */
  readVersion: () => Promise<bigint>
  readCredential: ReadCredential
}

export type CatalogOptions = {
  checkEveryMs?: number
  /**
   * Everything is read again after this time even if the version is unchanged: credentials change in files, which have
   * no version.
   */
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
      deps.logger.info('model catalog loaded', { version: stored.version, aliases: entries.size })
    }
    loaded = { version: stored.version, loadedAtMs, entries }
    metrics.recordLoad(stored.version, problems.length)
    reportProblems(problems)
  }

  async function check(): Promise<void> {
    // Taken before the database is asked, because the data may be older than its response.
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
      assert(!isStarted, 'a catalog must be started only once')
      isStarted = true
      await checks.now()
      if (!loaded) throw toFault(outages.cause())
    },
    ageMs,
    close: () => checks.stop(),
  }
}

/** Logs one line when an outage begins and one when it ends. */
function createOutageLog(logger: Logger) {
  let current: { cause: unknown } | undefined
  return {
    cause: () => current?.cause,
    begin(cause: unknown) {
      if (!current) logger.warn('model catalog cannot be read; the last one stays in use', { error: cause })
      current = { cause }
    },
    end() {
      if (current) logger.info('model catalog can be read again')
      current = undefined
    },
  }
}

/** Logs each problem once, not at every load; a problem that was fixed and recurs is logged again. */
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

export type CatalogMetrics = { recordLoad(version: bigint, problems: number): void }

export function createCatalogMetrics(metrics: Metrics, ageMs: () => number): CatalogMetrics {
  const registers = [metrics]
  const version = new Gauge({
    name: 'gatehouse_model_catalog_version',
    help: 'Version of the model catalog that this process uses; equal in processes that agree',
    registers,
  })
  const problems = new Gauge({
    name: 'gatehouse_model_catalog_problems',
    help: 'Routes left out, and aliases without a route or a price; the log has the details',
    registers,
  })
  metrics.registerMetric(ageGauge(ageMs))
  return {
    recordLoad(loadedVersion, problemCount) {
      version.set(Number(loadedVersion))
      problems.set(problemCount)
    },
  }
}

function ageGauge(ageMs: () => number): Gauge {
  return new Gauge({
    name: 'gatehouse_model_catalog_age_seconds',
    help: 'Time since the database last confirmed that the catalog is current',
    registers: [],
    collect() {
      this.set(ageMs() / 1_000)
    },
  })
}
