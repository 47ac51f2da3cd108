// A proof or an integration test starts servers and processes, presses them and looks at what comes out. A machine that stands still for
// seconds, because its cores are lent to others, can make any of them fail, and then several one after the other, though
// nothing is wrong with the product. So those that failed are run once more when all others are done, by when such a
// phase is mostly over. What is wrong fails again: both outcomes are printed, and only a second failure counts. What
// is often in this list is to be mended, not to be repeated.
import { type Stage, type StageResult, runStage } from './run-stage.ts'

export async function repeatFailed(
  stages: readonly Stage[],
  results: readonly StageResult[],
): Promise<StageResult[]> {
  const repeated: StageResult[] = []
  for (const [index, first] of results.entries()) {
    const stage = stages[index]
    repeated.push(first.failed === 0 || !stage ? first : await repeat(stage, first))
  }
  return repeated
}

async function repeat(stage: Stage, first: StageResult): Promise<StageResult> {
  console.log(`\n${stage.name} failed at first and is repeated`)
  const files = first.failedFiles ?? []
  const second = await runStage({ ...stage, command: [...stage.command, ...files] })
  // Of a test run only the files that failed are repeated; what passed in the others still counts.
  const passed = files.length === 0 ? second.passed : first.passed + Math.max(0, first.failed - second.failed)
  const verdict = second.failed === 0 ? 'passed when repeated' : 'failed again when repeated'
  return {
    ...second,
    passed,
    seconds: first.seconds + second.seconds,
    reasons: [
      `failed at first, ${verdict}`,
      ...first.reasons.map((reason) => `at first: ${reason}`),
      ...second.reasons.map((reason) => `repeated: ${reason}`),
    ],
  }
}
