// Runs Stryker in a copy of the repository, because it writes its changes into the files that the tests import.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Draw, type Mutant, killedEarlier, notDrawn } from './draw-mutants.ts'
import type { MutatedPackage } from './mutated-packages.ts'

/** `RuntimeError`: the tests could not be loaded, because a value that a module computes when it is loaded is wrong. */
const statuses = ['Killed', 'Timeout', 'RuntimeError', 'Survived', 'NoCoverage'] as const
type Status = (typeof statuses)[number]

export type MutantOutcome = Mutant & {
  status: Status
  /** The code that was replaced. */
  original: string
  /** The file of the test that killed it. */
  killedIn?: string | undefined
  /** Not tried, because an earlier run killed it. */
  isCarriedOver: boolean
}

type ReportedMutant = Omit<Mutant, 'fileName'> & {
  status: string
  statusReason?: string
  killedBy?: string[]
}
type Report = {
  files: Record<string, { source: string; mutants: ReportedMutant[] }>
  testFiles?: Record<string, { tests: { id: string }[] }>
}

export type StrykerRun = {
  draw: Draw
  /** Mutants that are tried concurrently, each on its own servers. */
  concurrency: number
  isPatient?: boolean
}

// Enough for a machine that stands still for seconds; a mutant that loops forever is found all the same.
const timeoutMs = 20_000
const patientTimeoutMs = 60_000

export async function runStryker(
  copy: string,
  mutated: MutatedPackage,
  { draw, concurrency, isPatient = false }: StrykerRun,
): Promise<MutantOutcome[]> {
  const reportPath = join(copy, 'mutants-report.json')
  await writeFile(join(copy, 'mutants.vitest.config.ts'), vitestConfig(mutated.tests))
  const options = {
    testRunner: 'vitest',
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner'), pathOf('./draw-checker.ts')],
    checkers: ['draw'],
    mutate: mutated.files,
    vitest: { configFile: 'mutants.vitest.config.ts' },
    ignoreStatic: !mutated.hasStaticMutants,
    coverageAnalysis: 'perTest',
    inPlace: true,
    concurrency,
    timeoutMS: isPatient ? patientTimeoutMs : timeoutMs,
    dryRunTimeoutMinutes: 15,
    disableTypeChecks: false,
    reporters: ['json'],
    jsonReporter: { fileName: reportPath },
    thresholds: { break: null },
  }
  await writeFile(join(copy, 'mutants.stryker.json'), JSON.stringify(options))
  await execute(copy, draw)
  const report = JSON.parse(await readFile(reportPath, 'utf8')) as Report
  return readOutcomes(report, 'only' in draw ? draw.only.length : draw.count)
}

/** The outcomes of the mutants that were drawn. Throws if there are fewer or more than should be drawn, or one was not run. */
export function readOutcomes({ files, testFiles = {} }: Report, count: number): MutantOutcome[] {
  const fileOfTest = new Map(
    Object.entries(testFiles).flatMap(([file, { tests }]) => tests.map(({ id }) => [id, file] as const)),
  )
  const all = Object.entries(files).flatMap(([fileName, { source, mutants }]) =>
    mutants.filter(({ status }) => status !== 'Ignored').map((mutant) => ({ mutant, fileName, source })),
  )
  const drawn = all.filter(
    ({ mutant: { status, statusReason } }) => status !== 'CompileError' || statusReason !== notDrawn,
  )
  if (drawn.length !== Math.min(count, all.length))
    throw new Error(`${drawn.length} mutants were drawn of ${all.length}, not ${count}`)
  return drawn.map((found) => toOutcome(found, fileOfTest.get(found.mutant.killedBy?.[0] ?? '')))
}

type Found = { mutant: ReportedMutant; fileName: string; source: string }

function toOutcome({ mutant, fileName, source }: Found, killedIn: string | undefined): MutantOutcome {
  const isCarriedOver = mutant.status === 'CompileError' && mutant.statusReason === killedEarlier
  const status = isCarriedOver ? 'Killed' : statuses.find((known) => known === mutant.status)
  if (!status) throw new Error(`${fileName}: a mutant that was drawn has the status ${mutant.status}`)
  return { ...mutant, status, killedIn, isCarriedOver, fileName, original: cut(source, mutant.location) }
}

function cut(source: string, { start, end }: Mutant['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const last = lines.length - 1
  return lines
    .map((line, index) =>
      line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined),
    )
    .join('\n')
}

async function execute(copy: string, draw: Draw): Promise<void> {
  const core = dirname(createRequire(import.meta.url).resolve('@stryker-mutator/core/package.json'))
  const child = spawn(process.execPath, [join(core, 'bin/stryker.js'), 'run', 'mutants.stryker.json'], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, MUTANTS_DRAW: JSON.stringify(draw) },
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => output.push(String(chunk)))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`Stryker ended with ${code}:\n${output.join('').slice(-4_000)}`)
}

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url))
}

/** One project for unit and integration tests, with the settings of vitest.config.ts. */
function vitestConfig(tests: readonly string[]): string {
  const test = {
    include: tests,
    exclude: ['**/node_modules/**'],
    globalSetup: ['testkit/src/vitest/start-servers.ts'],
    setupFiles: ['testkit/src/vitest/flush-redis.ts'],
    server: { deps: { inline: ['graphql-ws'] } },
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  }
  return `export default ${JSON.stringify({ test })}\n`
}
