// `pnpm check`: every check of the code that does not run it. `pnpm check --changed` is the inner loop: format and lint of
// the changed files, types, and the tests that depend on them.
import { parseArgs } from 'node:util'
import { changedStages, checkStages } from './check-stages.ts'
import { printReasons, runStages } from './run-stage.ts'

const { values } = parseArgs({ options: { changed: { type: 'boolean' } } })
const results = await runStages(values.changed ? changedStages() : checkStages, 2)
printReasons(results)
process.exitCode = results.every(({ failed }) => failed === 0) ? 0 : 1
