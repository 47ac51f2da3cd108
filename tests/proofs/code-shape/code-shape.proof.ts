import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readRepository } from '../../tidy/repository/read-repository.ts'
import { plainEnglish } from '../../tidy/rules/plain-english.ts'
import { findDoubles } from './concepts.ts'
import { findCopies } from './find-copies.ts'
import { importClosure, measureFiles, productionFiles } from './measure-files.ts'
import { type Proof, judged } from '../proof.ts'

const smallShareMax = 0.1
const medianLinesMin = 55
const listedMax = 400
const chatRoute = 'apps/gateway/src/entry/routes/chat-completions/route.ts'
const callFilesMax = 35

export const proof: Proof = {
  name: 'code-shape',
  tier: 'push',
  claim:
    'files hold one concept each, every concept exists once, the prose follows STYLE.md, and a billable call runs ' +
    'through few files',
  bar:
    'small files with one user ≤ 10 %, median ≥ 55 lines, 0 style matches, 0 concepts defined twice; the chat route ' +
    `loads at most ${callFilesMax} files of apps and domain (judged in the long form)`,
  async run({ progress, isShort }) {
    const repository = readRepository()
    const shape = measureFiles(repository)
    const copies = findCopies(productionFiles(repository))
    const doubles = findDoubles(productionFiles(repository))
    const style = plainEnglish(repository).violations
    const callFiles = importClosure(repository, chatRoute)
    for (const path of callFiles) progress(`loaded by the chat route: ${path}`)
    const longFunctions = await countLongFunctions()
    const share = shape.smallWithOneUser.length / shape.count
    for (const path of shape.smallWithOneUser.slice(0, listedMax)) progress(`small, one user: ${path}`)
    for (const { first, second } of copies) progress(`same 21 lines: ${first} and ${second}`)
    for (const { concept, places } of doubles) progress(`defined twice: ${concept} in ${places.join(', ')}`)
    for (const { path, line, message } of style.slice(0, listedMax))
      progress(`${path}:${line ?? 1} ${message}`)
    return judged({
      figure: [
        `${shape.count} files, median ${shape.medianLines} lines, p90 ${shape.p90Lines}`,
        `largest ${shape.largest.lines} (${shape.largest.path})`,
        `${longFunctions} functions above 60 lines`,
        `${copies.length} blocks above 20 lines twice`,
        `${shape.smallWithOneUser.length} small files with one user (${(100 * share).toFixed(1)} %)`,
        `${doubles.length} concepts defined twice`,
        `${style.length} style matches`,
        `${callFiles.length} files loaded by the chat route`,
      ].join(', '),
      isPassed:
        share <= smallShareMax &&
        shape.medianLines >= medianLinesMin &&
        doubles.length === 0 &&
        style.length === 0 &&
        longFunctions === 0 &&
        callFiles.length > 0 &&
        (isShort || callFiles.length <= callFilesMax),
    })
  },
}

type LintConfig = {
  rules: Record<string, unknown>
  overrides: { files: readonly string[]; rules?: Record<string, unknown> }[]
}

/** Counts functions that exceed oxlint's line limit, as in `pnpm check`: blank lines and comments do not count. */
async function countLongFunctions(): Promise<number> {
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  const name = 'max-lines-per-function'
  const { rules, overrides } = JSON.parse(await readFile(join(root, '.oxlintrc.json'), 'utf8')) as LintConfig
  const keepRule = (all: Record<string, unknown> = {}) =>
    Object.fromEntries(Object.entries(all).filter(([rule]) => rule === name))
  if (rules[name] === undefined) throw new Error(`.oxlintrc.json has no rule ${name}`)
  // The other rules take half a minute, and `pnpm check` applies them.
  await using folder = await mkdtempDisposable(join(tmpdir(), 'gatehouse-code-shape-'))
  const config = join(folder.path, 'oxlint.json')
  const kept = {
    categories: { correctness: 'off' },
    rules: keepRule(rules),
    overrides: overrides.map(({ files, rules: others }) => ({ files, rules: keepRule(others) })),
  }
  await writeFile(config, JSON.stringify(kept))
  const { stdout } = await promisify(execFile)(
    'oxlint',
    ['--config', config, '--format=unix', 'apps', 'domain', 'foundation'],
    { cwd: root },
  ).catch((failed: { stdout?: string }) => ({ stdout: failed.stdout ?? '' }))
  return stdout.split('\n').filter((line) => line.includes(`eslint(${name})`)).length
}
