// What earlier runs of a surface did, so that a run that takes hours can be continued on another night. It counts only while
// every file that the surface runs is unchanged.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { hashFile } from '../../kit/hash-file.ts'
import type { SurfaceRun } from './run-surface.ts'

export type EarlierRuns = {
  executions: number
  cpuMs: number
  /** Inputs that took new branches. */
  inputs: readonly Buffer[]
}

/** Where they are kept: a line per surface in `file`, and the inputs, which are not committed, in `inputsFolder`. */
export type RunStore = { file: string; inputsFolder: string; name: string; root: string }

const storedRuns = z.strictObject({
  surface: z.string(),
  executions: z.number(),
  cpuMs: z.number(),
  /** Of all files together, in their order. */
  hash: z.string(),
  files: z.array(z.string()),
})
type StoredRuns = z.infer<typeof storedRuns>

export const noEarlierRuns: EarlierRuns = { executions: 0, cpuMs: 0, inputs: [] }

export async function readEarlierRuns(store: RunStore): Promise<EarlierRuns> {
  const stored = readLines(store).find(({ surface }) => surface === store.name)
  if (!stored || (await hashFiles(store.root, stored.files)) !== stored.hash) return noEarlierRuns
  // Without them, the run begins with the inputs of the corpus.
  const inputs = await readFile(inputsFile(store), 'utf8').catch(() => '[]')
  const kept = z.array(z.string()).parse(JSON.parse(inputs))
  const { executions, cpuMs } = stored
  return { executions, cpuMs, inputs: kept.map((input) => Buffer.from(input, 'base64')) }
}

/** Keeps nothing of a run that found something: what follows a repair must begin again. */
export async function writeRuns(
  store: RunStore,
  earlier: EarlierRuns,
  run: Pick<SurfaceRun, 'executions' | 'cpuMs' | 'findings' | 'files' | 'kept'>,
): Promise<void> {
  if (run.findings.length > 0 || run.files.length === 0) return
  const files = run.files.map((url) => relative(store.root, fileURLToPath(url))).toSorted()
  const hash = await hashFiles(store.root, files)
  await mkdir(store.inputsFolder, { recursive: true })
  await writeFile(inputsFile(store), JSON.stringify(run.kept.map((input) => input.toString('base64'))))
  const executions = earlier.executions + run.executions
  const cpuMs = Math.round(earlier.cpuMs + run.cpuMs)
  replaceLine(store, { surface: store.name, executions, cpuMs, hash, files })
}

function readLines({ file }: RunStore): StoredRuns[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => storedRuns.parse(JSON.parse(line)))
}

/** Reads and writes without a pause, because another surface may end at the same time. */
function replaceLine(store: RunStore, stored: StoredRuns): void {
  const others = readLines(store).filter(({ surface }) => surface !== stored.surface)
  const lines = [...others, stored].toSorted((one, other) => one.surface.localeCompare(other.surface))
  writeFileSync(store.file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

const inputsFile = ({ inputsFolder, name }: RunStore): string => join(inputsFolder, `${name}.json`)

async function hashFiles(root: string, files: readonly string[]): Promise<string> {
  const hashes = await Promise.all(files.map((file) => hashFile(join(root, file))))
  return createHash('sha256').update(hashes.join('\n')).digest('hex')
}
