// Every check that a change must pass before it reaches main, cheapest first. `.ci/run` installs the dependencies and
// then runs this.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkStages } from './check-stages.ts'
import { repeatFailed } from './repeat-failed.ts'
import { type Stage, type StageResult, printReasons, runStages } from './run-stage.ts'

const unitTests: Stage = { name: 'unit tests', command: ['vitest', 'run', '--project', 'unit'] }
const integrationTests: Stage = {
  name: 'integration tests',
  command: ['vitest', 'run', '--project', 'integration', '--project', 'cluster'],
  limitSeconds: 1_500,
}

/** Also fails if a page has become heavier than its budget. The tests of the pages use what it builds. */
const consoleBuild: Stage = { name: 'console build', command: ['npm', 'run', '--silent', 'console:build'] }
const consoleTests: Stage = {
  name: 'console pages',
  // All states of five pages, two of the others. `pnpm prove console-axe` looks at all of them, in both themes and widths.
  command: [
    'vitest',
    'run',
    '--project',
    'console',
    '-t',
    '^(login|home|calls|billing|match): |: (ready|unavailable)$',
  ],
  environment: { CONSOLE_LOOKS: 'sample' },
  limitSeconds: 1_800,
}

const prove = ['node', 'tests/proofs/prove.ts'] as const
const simulationName = 'simulate'
const templateParent = mkdtempSync(join(tmpdir(), 'gatehouse-ci-'))
process.on('exit', () => rmSync(templateParent, { recursive: true, force: true }))
// Each proof starts several processes, which load the same files.
process.env['NODE_COMPILE_CACHE'] = join(templateParent, 'compiled')
process.env['PROOF_DATABASE_TEMPLATE'] = join(templateParent, 'data')
const databaseTemplate: Stage = {
  name: 'database of the proofs',
  command: [...prove, '--create-template', templateParent],
}
const pushProofs: readonly Stage[] = listPushProofs().map((name) => ({
  name: `prove ${name}`,
  command: [...prove, name, '--short'],
  // Far more than the ten seconds or so that a proof takes; the simulation's ten thousand seeds take minutes.
  limitSeconds: name === simulationName ? 1_500 : 300,
  skippedExitCode: 2,
}))
const isSimulation = ({ name }: Stage) => name === `prove ${simulationName}`
const nightTools: Stage = {
  name: 'tools of night proofs',
  command: [...prove, '--try-tools'],
  // Some thirty tools one after the other; five start a browser, two a cluster of Postgres servers.
  limitSeconds: 900,
}

const install: StageResult = {
  name: 'install',
  seconds: Number(process.env['CI_INSTALL_SECONDS'] ?? 0),
  passed: 1,
  failed: 0,
  skipped: 0,
  reasons: [],
}
const checked = await runStages(checkStages, 2)
// Its outcome does not depend on the load of the machine, so it takes what the others leave of the cores.
const simulated = runStages(pushProofs.filter(isSimulation), 1, 'lowest')
const built = await runStages([consoleBuild])
const unit = await runStages([unitTests])
const tests = [consoleTests, integrationTests]
const tested = await runStages(tests, 2)
const prepared = await runStages([databaseTemplate])
// The longest first, so that the lanes end together.
const limitOf = ({ limitSeconds = 0 }: Stage) => limitSeconds
const proofStages = [nightTools, ...pushProofs.filter((stage) => !isSimulation(stage))].toSorted(
  (left, right) => limitOf(right) - limitOf(left),
)
const proved = await runStages(proofStages, 3)
const results = [
  install,
  ...checked,
  ...(await simulated),
  ...built,
  ...unit,
  ...prepared,
  ...(await repeatFailed([...tests, ...proofStages], [...tested, ...proved])),
]

printReasons(results)
printTotals(results)

function listPushProofs(): string[] {
  const lines = execFileSync(prove[0], [prove[1], '--list', '--tier', 'push'], { encoding: 'utf8' })
  return lines
    .trim()
    .split('\n')
    .map((line) => line.split(' ', 1)[0] ?? '')
}

function printTotals(all: readonly StageResult[]): void {
  const sum = (of: 'passed' | 'failed' | 'skipped') => all.reduce((total, result) => total + result[of], 0)
  const repeated = all.filter((result) => result.repeated !== undefined)
  const minutes = (install.seconds + performance.now() / 1_000) / 60
  console.log(`\n${minutes.toFixed(1)} minutes`)
  if (repeated.length > 0)
    console.log(
      `repeated: ${repeated.map(({ name, repeated: verdict }) => `${name} (${verdict})`).join(', ')}`,
    )
  console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
  process.exitCode = sum('failed') === 0 ? 0 : 1
}
