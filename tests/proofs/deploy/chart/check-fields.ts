// Finds misspelt and mistyped fields of rendered manifests, which helm and the API server's clients let pass: each manifest is
// written as a typed constant, and the compiler reports what its type does not have.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Manifest } from './render-chart.ts'

const modules: Readonly<Record<string, string>> = {
  CronJob: 'batch/v1',
  Deployment: 'apps/v1',
  HorizontalPodAutoscaler: 'autoscaling/v2',
  Job: 'batch/v1',
  NetworkPolicy: 'networking/v1',
  PodDisruptionBudget: 'policy/v1',
  Service: 'core/v1',
}

// The Prometheus operator's own kinds, as far as the chart uses them.
const operatorTypes = `
type Meta = import('kubernetes-types/meta/v1').ObjectMeta
type Selector = import('kubernetes-types/meta/v1').LabelSelector
type Endpoint = { port: string; path: string; interval: string }
type ServiceMonitor = { apiVersion: 'monitoring.coreos.com/v1'; kind: 'ServiceMonitor'; metadata: Meta; spec: { selector: Selector; endpoints: Endpoint[] } }
type Ratio = { record: string; expr: string }
type Alert = { alert: string; expr: string; for?: string; labels: { severity: 'page' | 'day' }; annotations: { summary: string; runbook: string } }
type PrometheusRule = { apiVersion: 'monitoring.coreos.com/v1'; kind: 'PrometheusRule'; metadata: Meta; spec: { groups: { name: string; rules: (Alert | Ratio)[] }[] } }
`

const testsFolder = fileURLToPath(new URL('../../../', import.meta.url))
const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipLibCheck: true,
  module: 'preserve',
  moduleResolution: 'bundler',
  types: [],
}

/** One line per unknown or mistyped field. */
export async function checkFields(manifests: readonly Manifest[]): Promise<string[]> {
  // Below tests, where the compiler finds the types.
  const parent = join(testsFolder, 'node_modules/.cache')
  await mkdir(parent, { recursive: true })
  const directory = await mkdtemp(join(parent, 'chart-'))
  try {
    await writeFile(join(directory, 'manifests.ts'), writeSource(manifests))
    await writeFile(
      join(directory, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['manifests.ts'] }),
    )
    return await compile(directory)
  } finally {
    await rm(directory, { recursive: true })
  }
}

function writeSource(manifests: readonly Manifest[]): string {
  const kinds = [...new Set(manifests.map(({ kind }) => kind))].filter((kind) => kind in modules)
  const imports = kinds.map((kind) => `import type { ${kind} } from 'kubernetes-types/${modules[kind]}'`)
  const constants = manifests.map(
    (manifest, index) => `export const m${index}: ${manifest.kind} = ${JSON.stringify(manifest, null, 1)}`,
  )
  return [...imports, operatorTypes, ...constants].join('\n')
}

function compile(directory: string): Promise<string[]> {
  const compiler = join(testsFolder, '..', 'node_modules', '.bin', 'tsc')
  return new Promise((resolve, reject) => {
    execFile(compiler, ['-p', directory, '--pretty', 'false'], (error, stdout, stderr) => {
      const faults = stdout.split('\n').filter((line) => line.includes('error TS'))
      if (error && faults.length === 0) reject(new Error(`tsc failed: ${stdout}${stderr}`, { cause: error }))
      else resolve(faults)
    })
  })
}
