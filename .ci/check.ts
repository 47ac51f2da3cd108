// `pnpm check`: everything that can be said of the code without running it.
import { checkStages } from './check-stages.ts'
import { printSummary, runStages } from './run-stage.ts'

const results = await runStages(checkStages)
printSummary(results)
process.exitCode = results.every(({ failed }) => failed === 0) ? 0 : 1
