// Compares the settings that the chart passes to each service with those that the service reads, both ways.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { readConfig } from '@gatehouse/runtime/read-config'
import { z } from 'zod'
import type { Manifest } from './render-chart.ts'
import { type DeployedService, secretValues, services, settingsOf } from './deployed-services.ts'

// Pods are scaled instead of processes; the other two come with the value connections.aiServiceToGateway.
const notOffered = ['GATEWAY_PROCESSES', 'GATEWAY_URL', 'GATEWAY_SERVICE_KEY']

const envSchema = z.array(
  z.object({
    name: z.string(),
    value: z.string().optional(),
    valueFrom: z
      .object({ secretKeyRef: z.object({ key: z.string(), optional: z.boolean().optional() }) })
      .optional(),
  }),
)
const deploymentSchema = z.object({
  spec: z.object({
    template: z.object({ spec: z.object({ containers: z.array(z.object({ env: envSchema })).length(1) }) }),
  }),
})
const valuesSchema = z.object({
  properties: z.object({
    settings: z.object({
      properties: z.record(z.string(), z.object({ properties: z.record(z.string(), z.unknown()) })),
    }),
  }),
})

const read = (path: string) =>
  readFile(fileURLToPath(new URL(`../../../../deploy/${path}`, import.meta.url)), 'utf8')

/** One line per setting that is unknown to its service, missing, or refused by it. */
export async function checkSettings(manifests: readonly Manifest[]): Promise<string[]> {
  const offered = valuesSchema.parse(JSON.parse(await read('chart/values.schema.json')))
  const image = /^ENV (.*)$/m.exec(await read('image/Containerfile'))?.[1] ?? ''
  const imageSettings = Object.fromEntries(
    image.split(' ').map((pair) => pair.split('=', 2) as [string, string]),
  )
  const checked = services.map((service) =>
    checkService(service, {
      env: envOf(manifests, service.component),
      inValues: Object.keys(offered.properties.settings.properties[service.key]?.properties ?? {}),
      imageSettings,
    }),
  )
  return checked.flat()
}

type Given = {
  env: z.output<typeof envSchema>
  /** Settings that the chart's values may name. */
  inValues: readonly string[]
  imageSettings: Readonly<Record<string, string>>
}

function checkService({ component, schema }: DeployedService, given: Given): string[] {
  const { env, inValues, imageSettings } = given
  const names = env.map(({ name }) => name)
  const known = settingsOf(schema)
  const reachable = new Set([...names, ...inValues, ...Object.keys(imageSettings), ...notOffered])
  const outcome = readConfig(schema, { ...imageSettings, ...valuesOf(env) })
  const violations = outcome.kind === 'valid' ? [] : outcome.violations
  const unknown = [...names, ...inValues].filter((name) => !known.includes(name))
  const missing = known.filter((name) => !reachable.has(name))
  const repeated = names.filter((name, index) => names.indexOf(name) !== index)
  return [
    ...unknown.map((name) => `${component} does not read ${name}`),
    ...repeated.map((name) => `${component} is given ${name} twice`),
    ...missing.map((name) => `the chart does not offer ${name} for ${component}`),
    ...violations.map(({ setting, message }) => `${component} refuses its settings: ${setting} ${message}`),
  ]
}

/** What the service would get from a Secret that has everything which is not optional. */
function valuesOf(env: Given['env']): Record<string, string> {
  const values = env.map(({ name, value, valueFrom }) => {
    if (!valueFrom) return [name, value] as const
    return [name, valueFrom.secretKeyRef.optional ? undefined : secretValues[name]] as const
  })
  return Object.fromEntries(values.filter((pair): pair is readonly [string, string] => pair[1] !== undefined))
}

function envOf(manifests: readonly Manifest[], component: string): z.output<typeof envSchema> {
  const deployment = manifests.find(
    ({ kind, metadata }) => kind === 'Deployment' && metadata.name === `release-${component}`,
  )
  const [container] = deploymentSchema.parse(deployment).spec.template.spec.containers
  return container?.env ?? []
}
