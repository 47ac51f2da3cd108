import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type NightProof, judged } from '../proof.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const linesPercentMin = 92

type CoveredPackage = { name: string; folder: string; tests: string }

const packages: readonly CoveredPackage[] = [
  ...['credits', 'limits', 'keys', 'billing', 'identity'].map((name) => ({
    name,
    folder: `domain/${name}/src`,
    tests: `domain/${name}/src`,
  })),
  { name: 'access', folder: 'apps/backend/src/graphql/access', tests: 'apps/backend/src/testing/authz' },
]

/** Not in the stages of `.ci/run` that run the same tests: each of them runs only a part of a package's tests. */
export const proof: NightProof = {
  name: 'coverage',
  tier: 'night',
  claim: 'the tests of the packages for money and access run nearly all of their lines',
  bar: `≥ ${linesPercentMin} % of the lines in each of ${packages.map(({ name }) => name).join(', ')}`,
  async run({ progress }) {
    const figures: string[] = []
    let isPassed = true
    for (const covered of packages) {
      // A package whose tests fail must not keep the others from being measured.
      const percent = await measure(covered, ['unit', 'integration']).catch((thrown: unknown) => {
        console.error(thrown)
        return undefined
      })
      figures.push(
        `${covered.name} ${percent === undefined ? 'failed its tests' : `${percent.toFixed(1)} %`}`,
      )
      progress(figures.at(-1) ?? '')
      isPassed &&= percent !== undefined && percent >= linesPercentMin
    }
    return judged({ figure: figures.join(', '), isPassed })
  },
  async tryTools() {
    const percent = await measure(
      { name: 'rules', folder: 'domain/billing/src/rules', tests: 'domain/billing/src/rules' },
      ['unit'],
    )
    if (!(percent > 0)) throw new Error('no line of domain/billing/src/rules is covered')
  },
}

async function measure({ folder, tests }: CoveredPackage, projects: readonly string[]): Promise<number> {
  await using report = await mkdtempDisposable(join(tmpdir(), 'gatehouse-coverage-'))
  const options = [
    ...projects.map((project) => `--project=${project}`),
    '--coverage.enabled',
    '--coverage.provider=v8',
    '--coverage.reporter=json-summary',
    `--coverage.reportsDirectory=${report.path}`,
    `--coverage.include=${folder}/**/*.ts`,
    '--coverage.exclude=**/*.test.ts',
    '--coverage.exclude=**/testing/**',
    '--reporter=dot',
    '--silent',
  ]
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', tests, ...options], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => output.push(String(chunk)))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`the tests of ${folder} failed:\n${output.join('').slice(-4_000)}`)
  const summary = JSON.parse(await readFile(join(report.path, 'coverage-summary.json'), 'utf8')) as {
    total: { lines: { pct: number } }
  }
  return summary.total.lines.pct
}
