// A proof starts servers and processes, presses them hard and looks at what comes out. A machine that stands still for
// seconds, because its cores are lent to others, can make any of them fail, and then several one after the other, though
// nothing is wrong with the product. So those that failed are run once more when all others are done, by when such a
// phase is mostly over. What is wrong fails again: both outcomes are printed, and only a second failure counts. A proof
// that is often in this list is to be mended, not to be repeated.
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
  const second = await runStage(stage)
  const verdict = second.failed === 0 ? 'passed when repeated' : 'failed again when repeated'
  return {
    ...second,
    seconds: first.seconds + second.seconds,
    reasons: [
      `failed at first, ${verdict}`,
      ...first.reasons.map((reason) => `at first: ${reason}`),
      ...second.reasons.map((reason) => `repeated: ${reason}`),
    ],
  }
}
