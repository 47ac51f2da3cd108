// A proof or an integration test starts servers and processes, puts them under load and judges the outcome. On a shared
// machine the cores can stall for seconds, and then any of them can fail, often several in a row, although the product is
// right. So the ones that failed are run once more, one at a time, after all others; by then the stall is usually over. A
// real defect fails again: both outcomes are printed, and only the second failure counts. A stage that often needs its
// second run must be fixed, not repeated. Unit tests wait for nothing outside the process and are never repeated.
import { type Stage, type StageResult, runStage } from './run-stage.ts'

export async function repeatFailed(
  stages: readonly Stage[],
  results: readonly StageResult[],
): Promise<StageResult[]> {
  const final: StageResult[] = []
  for (const [index, first] of results.entries()) {
    const stage = stages[index]
    final.push(first.failed === 0 || !stage ? first : await repeat(stage, first))
  }
  return final
}

async function repeat(stage: Stage, first: StageResult): Promise<StageResult> {
  console.log(`\n${stage.name} failed and is repeated`)
  const files = first.failedFiles ?? []
  const second = await runStage({ ...stage, command: [...stage.command, ...files] })
  // Only the failed files of a test run are repeated; the tests that passed in the other files still count.
  const passed = files.length === 0 ? second.passed : first.passed + Math.max(0, first.failed - second.failed)
  const repeated = second.failed === 0 ? 'passed' : 'failed'
  return {
    ...second,
    passed,
    repeated,
    seconds: first.seconds + second.seconds,
    reasons: [
      `failed the first time, ${repeated} when repeated`,
      ...first.reasons.map((reason) => `first run: ${reason}`),
      ...second.reasons.map((reason) => `repeated: ${reason}`),
    ],
  }
}
