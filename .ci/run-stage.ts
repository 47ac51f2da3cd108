import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Stage = { name: string; command: readonly string[] }

export type StageResult = { name: string; seconds: number; passed: number; failed: number }

/** One after the other, all of them even if one fails, so that one round of mending is enough. */
export async function runStages(stages: readonly Stage[]): Promise<StageResult[]> {
  const results: StageResult[] = []
  for (const stage of stages) results.push(await runStage(stage))
  return results
}

/** Runs one stage with its output in view. A test run counts its tests; any other stage counts as one. */
async function runStage({ name, command }: Stage): Promise<StageResult> {
  console.log(`\n── ${name} ──`)
  const startedMs = performance.now()
  const isTestRun = command[0] === 'vitest'
  const reportFile = join(tmpdir(), `gatehouse-ci-${process.pid}-${name.replaceAll(/\W/g, '-')}.json`)
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  const [program = '', ...args] = isTestRun ? [...command, ...report] : command
  const child = spawn(program, args, { stdio: 'inherit' })
  const [exitCode] = (await once(child, 'exit')) as [number | null]
  const counts = isTestRun ? await readCounts(reportFile) : { passed: 0, failed: 0 }
  const seconds = (performance.now() - startedMs) / 1_000
  // A run that ends badly without a failed test (a broken set-up, an unhandled rejection) is a failure of its own.
  if (exitCode !== 0) return { name, seconds, ...counts, failed: Math.max(1, counts.failed) }
  // A test run that ran nothing proves nothing.
  if (isTestRun && counts.passed === 0) return { name, seconds, passed: 0, failed: 1 }
  return { name, seconds, ...(isTestRun ? counts : { passed: 1, failed: 0 }) }
}

async function readCounts(reportFile: string): Promise<{ passed: number; failed: number }> {
  try {
    const report = JSON.parse(await readFile(reportFile, 'utf8')) as Record<string, unknown>
    return { passed: Number(report['numPassedTests']), failed: Number(report['numFailedTests']) }
  } catch {
    return { passed: 0, failed: 1 }
  } finally {
    await rm(reportFile, { force: true })
  }
}

export function printSummary(results: readonly StageResult[]): void {
  const width = Math.max(...results.map(({ name }) => name.length))
  console.log('')
  for (const { name, seconds, passed, failed } of results) {
    const outcome = failed > 0 ? `FAIL (${passed} passed, ${failed} failed)` : `${passed} passed`
    console.log(`${name.padEnd(width)}  ${seconds.toFixed(1).padStart(7)} s  ${outcome}`)
  }
}
