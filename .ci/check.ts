// `pnpm check`: all static checks of the code. `pnpm check --changed` is for use while editing: format and lint of the
// changed files, types, and the tests that depend on them.
import { parseArgs } from 'node:util'
import { changedStages, checkStages } from './check-stages.ts'
import { printReasons, runStages } from './run-stage.ts'

const { values } = parseArgs({ options: { changed: { type: 'boolean' } } })
const results = await runStages(values.changed ? changedStages() : checkStages, 2)
printReasons(results)
process.exitCode = results.every(({ failed }) => failed === 0) ? 0 : 1
