// Everything that guards main, in order of cost. `.ci/run` installs and then runs this.
import { execFileSync } from 'node:child_process'
import { checkStages } from './check-stages.ts'
import { repeatFailed } from './repeat-failed.ts'
import { type Stage, type StageResult, printSummary, runStages } from './run-stage.ts'

const testStages: readonly Stage[] = [
  { name: 'unit tests', command: ['vitest', 'run', '--project', 'unit'] },
  { name: 'integration tests', command: ['vitest', 'run', '--project', 'integration'], limitSeconds: 1_500 },
]
const prove = ['node', 'tests/proofs/prove.ts'] as const
const proofNames = execFileSync(prove[0], [prove[1], '--list'], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .map((line) => line.split(' ', 1)[0] ?? '')
const proofStages: readonly Stage[] = proofNames.map((name) => ({
  name: `prove ${name}`,
  command: [...prove, name, '--short'],
  // Ten times what one takes.
  limitSeconds: 120,
}))

const installSeconds = Number(process.env['CI_INSTALL_SECONDS'] ?? 0)
const install: StageResult = { name: 'install', seconds: installSeconds, passed: 1, failed: 0, reasons: [] }
const checked = await runStages(checkStages)
const pressed = [...testStages, ...proofStages]
const results = [install, ...checked, ...(await repeatFailed(pressed, await runStages(pressed)))]

printSummary(results)
const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, result) => sum + result.failed, 0)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
