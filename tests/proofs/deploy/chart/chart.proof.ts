import { type Proof, judged } from '../../proof.ts'
import { checkAlerts } from './check-alerts.ts'
import { checkCompose, readCompose } from './check-compose.ts'
import { checkFields } from './check-fields.ts'
import { checkLifecycle } from './check-lifecycle.ts'
import { checkObjectStore } from './check-object-store.ts'
import { checkSettings } from './check-settings.ts'
import { checkUnits } from './check-units.ts'
import { type Manifest, lintChart, renderChart } from './render-chart.ts'

/** Everything that the chart can render. A careless template writes the first number as a float, the second as 0. */
const everything = {
  settings: {
    all: { LOG_LEVEL: 'warn' },
    gateway: { CALL_BYTES_MAX: 402_653_184, OTEL_TRACES_SAMPLER_ARG: 0.25 },
  },
  connections: { backendToAiService: true, aiServiceToGateway: true },
  objectStore: { credentialsSecret: 'store' },
  callArchive: { enabled: true, olderThanWeeks: 13 },
  backend: { autoscaling: { enabled: true } },
  aiService: { autoscaling: { enabled: true } },
  monitoring: { serviceMonitors: true, rules: true, labels: { team: 'platform' } },
  networkPolicies: { internalCallers: [{ podSelector: { matchLabels: { app: 'meetings' } } }] },
}

/** Values that helm must refuse. */
const wrongValues = [
  { settings: { gateway: { CALL_BYTE_MAX: 1 } } },
  { settings: { gateway: { DATABASE_URL: 'postgres://password@in-plain-sight' } } },
  { gateway: { replicas: 1 } },
  { shutdown: { leadSeconds: 0 } },
  { callArchive: { enabled: true, olderThanWeeks: 4 } },
  { gatway: {} },
]

export const proof: Proof = {
  name: 'chart',
  tier: 'push',
  claim:
    'the Helm chart, the compose file and the units have no unknown field or setting, drain before they kill, and every alert has a runbook',
  bar: '0 faults in two renderings; planted misspellings and wrong values are found',
  async run({ progress }) {
    await lintChart()
    const renderings = [await renderChart(), await renderChart(everything)]
    const faults: string[] = []
    let alerts = 0
    for (const manifests of renderings) {
      faults.push(...(await checkFields(manifests)), ...(await checkSettings(manifests)))
      faults.push(...checkLifecycle(manifests))
      const checked = checkAlerts(manifests)
      faults.push(...checked.faults)
      alerts = checked.alerts
    }
    faults.push(...checkObjectStore(renderings[1] ?? []))
    const text = JSON.stringify(renderings[1])
    for (const value of ['"402653184"', '"0.25"']) {
      if (!text.includes(value)) faults.push(`a setting of ${value} is not rendered as it was given`)
    }
    const compose = await readCompose()
    const units = await checkUnits()
    if (!units) progress('there is no systemd-analyze, so the units are not checked')
    faults.push(...(await checkCompose(compose)), ...(units ?? []))
    const missed = [
      ...(await missedInCompose(compose)),
      ...(await missedPlants(renderings[1] ?? [])),
      ...(await acceptedValues()),
    ]
    for (const fault of faults) progress(fault)
    for (const plant of missed) progress(`not found: ${plant}`)
    return judged({
      figure:
        `${faults.length} faults in ${renderings.flat().length} manifests with ${alerts} alerts; ` +
        `${missed.length} of ${plants.length + wrongValues.length + composePlants.length} planted faults not found`,
      isPassed: faults.length === 0 && missed.length === 0 && alerts > 0,
    })
  },
}

type Plant = { name: string; search: string; replace: string; find(manifests: Manifest[]): Promise<string[]> }

const plants: readonly Plant[] = [
  { name: 'a misspelt field', search: '"periodSeconds"', replace: '"periodSecond"', find: checkFields },
  { name: 'a misspelt setting', search: '"METRICS_PORT"', replace: '"METRIC_PORT"', find: checkSettings },
  { name: 'a missing secret', search: '"KEY_PEPPERS"', replace: '"RECEIPT_KEYS"', find: checkSettings },
  {
    name: 'a readiness probe that needs Postgres',
    search: '"readinessProbe":{"httpGet":{"path":"/healthz"',
    replace: '"readinessProbe":{"httpGet":{"path":"/ready"',
    find: async (manifests) => checkLifecycle(manifests),
  },
  {
    name: 'a short grace period',
    search: '"terminationGracePeriodSeconds":940',
    replace: '"terminationGracePeriodSeconds":900',
    find: async (manifests) => checkLifecycle(manifests),
  },
  {
    name: 'another directory for the credentials of the object store',
    search: '"mountPath":"/var/run/gatehouse/object-store"',
    replace: '"mountPath":"/var/run/gatehouse/objects"',
    find: async (manifests) => checkObjectStore(manifests),
  },
  {
    name: 'a volume without the credentials of the object store',
    search: '"secretName":"store"',
    replace: '"secretName":"shop"',
    find: async (manifests) => checkObjectStore(manifests),
  },
]

/** The checks themselves are checked: each must find a fault that is planted in the rendered chart. */
async function missedPlants(manifests: readonly Manifest[]): Promise<string[]> {
  const text = JSON.stringify(manifests)
  const missed: string[] = []
  for (const { name, search, replace, find } of plants) {
    if (!text.includes(search)) missed.push(`${name} (nothing to change)`)
    const faults = await find(JSON.parse(text.replaceAll(search, replace)) as Manifest[])
    if (faults.length === 0) missed.push(name)
  }
  return missed
}

const composePlants = [
  ['stop_grace_period: 15m30s', 'stop_grace_periods: 15m30s'],
  ['stop_grace_period: 15m30s', 'stop_grace_period: 15m'],
  ['KEY_PEPPERS: ', 'KEY_PEPPER: '],
] as const

async function missedInCompose(compose: string): Promise<string[]> {
  const missed: string[] = []
  for (const [search, replace] of composePlants) {
    const faults = await checkCompose(compose.replaceAll(search, replace))
    if (!compose.includes(search) || faults.length === 0) missed.push(`${replace} in the compose file`)
  }
  return missed
}

async function acceptedValues(): Promise<string[]> {
  const tried = wrongValues.map(async (values) =>
    renderChart(values).then(
      () => [JSON.stringify(values)],
      () => [],
    ),
  )
  return (await Promise.all(tried)).flat()
}
