import { type Proof, judged, notMeasured } from '../proof.ts'
import { runPageTests } from './run-page-tests.ts'

export const proof: Proof = {
  name: 'console-csp',
  tier: 'night',
  claim:
    'the console runs under its strict policy with Trusted Types, and talks to the backend only, the playground also to the gateway',
  bar: '0 violations of the policy, 0 exceptions and 0 requests to other origins, in all declared states',
  async run({ isShort, progress }) {
    const pages = isShort ? ['login', 'home', 'calls'] : undefined
    const run = await runPageTests({ looks: 'sample', progress, ...(pages ? { pages } : {}) })
    if (!run) return notMeasured('there is no Chromium on this machine')
    const problems = run.records.flatMap(({ page, state, problems: own }) =>
      own.map((problem) => `${page}: ${state}: ${problem}`),
    )
    for (const problem of problems) progress(problem)
    for (const name of run.notReached) progress(`not reached: ${name}`)
    return judged({
      figure:
        `${run.records.length} states of ${new Set(run.records.map(({ page }) => page)).size} pages: ` +
        `${problems.length} violations or foreign requests; ${run.notReached.length} states not reached`,
      isPassed: run.isGreen && run.records.length > 0 && problems.length === 0 && run.notReached.length === 0,
    })
  },
  async tryTools() {
    const run = await runPageTests({ looks: 'sample', pages: ['start'], progress: () => {} })
    if (run && run.records.length === 0) throw new Error('no state was seen')
  },
}
