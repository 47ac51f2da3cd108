import { type Proof, judged, notMeasured } from '../proof.ts'
import { runPageTests } from './run-page-tests.ts'

const looksPerState = 4

export const proof: Proof = {
  name: 'console-axe',
  tier: 'night',
  claim:
    'every state of every page of the console can be used by everyone, in both themes and at both widths',
  bar: '0 violations of the WCAG 2.2 AA rules, 0 horizontal scroll bars, 0 targets under 24 pixels, in all declared states',
  async run({ isShort, progress }) {
    const pages = isShort ? ['login', 'home', 'calls', 'billing', 'match'] : undefined
    const run = await runPageTests({ looks: 'all', progress, ...(pages ? { pages } : {}) })
    if (!run) return notMeasured('there is no Chromium on this machine')
    const looks = run.records.flatMap(({ page, state, looks: own }) =>
      own.map(({ theme, width, faults }) => ({ name: `${page}: ${state}, ${theme}, ${width}`, faults })),
    )
    const faulty = looks.filter(({ faults }) => faults.length > 0)
    for (const { name, faults } of faulty) for (const fault of faults) progress(`${name}: ${fault}`)
    for (const name of run.notReached) progress(`not reached: ${name}`)
    const states = run.records.length
    return judged({
      figure:
        `${states} states of ${new Set(run.records.map(({ page }) => page)).size} pages, ${looks.length} looks: ` +
        `${faulty.flatMap(({ faults }) => faults).length} violations; ${run.notReached.length} states not reached`,
      isPassed:
        run.isGreen &&
        states > 0 &&
        looks.length === looksPerState * states &&
        faulty.length === 0 &&
        run.notReached.length === 0,
    })
  },
  async tryTools() {
    const run = await runPageTests({ looks: 'all', pages: ['start'], progress: () => {} })
    if (run && run.records.length === 0) throw new Error('no state was seen')
  },
}
