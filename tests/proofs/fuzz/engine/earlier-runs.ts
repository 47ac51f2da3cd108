// What earlier runs of a surface did, so that a run that takes hours can be continued on another night. It counts only while
// every file that the surface runs is unchanged.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashFile } from '../../kit/hash-file.ts'
import type { SurfaceRun } from './run-surface.ts'

export type EarlierRuns = {
  executions: number
  cpuMs: number
  /** Inputs that took new branches. */
  inputs: readonly Buffer[]
}

/** Where they are kept: `<folder>/<surface>.json`. */
export type RunStore = { folder: string; name: string; root: string }

type StoredRuns = { executions: number; cpuMs: number; inputs: string[]; files: Record<string, string> }

export const noEarlierRuns: EarlierRuns = { executions: 0, cpuMs: 0, inputs: [] }

export async function readEarlierRuns({ folder, name, root }: RunStore): Promise<EarlierRuns> {
  const text = await readFile(join(folder, `${name}.json`), 'utf8').catch(() => undefined)
  if (text === undefined) return noEarlierRuns
  const { executions, cpuMs, inputs, files } = JSON.parse(text) as StoredRuns
  const hashes = await hashFiles(root, Object.keys(files))
  const isUnchanged = Object.entries(files).every(([file, hash]) => hashes[file] === hash)
  if (!isUnchanged) return noEarlierRuns
  return { executions, cpuMs, inputs: inputs.map((input) => Buffer.from(input, 'base64')) }
}

/** Keeps nothing of a run that found something: what follows a repair must begin again. */
export async function writeRuns(
  { folder, name, root }: RunStore,
  earlier: EarlierRuns,
  run: Pick<SurfaceRun, 'executions' | 'cpuMs' | 'findings' | 'files' | 'kept'>,
): Promise<void> {
  if (run.findings.length > 0 || run.files.length === 0) return
  const files = run.files.map((url) => relative(root, fileURLToPath(url)))
  const stored: StoredRuns = {
    executions: earlier.executions + run.executions,
    cpuMs: earlier.cpuMs + run.cpuMs,
    inputs: run.kept.map((input) => input.toString('base64')),
    files: await hashFiles(root, files),
  }
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${name}.json`), JSON.stringify(stored))
}

async function hashFiles(root: string, files: readonly string[]): Promise<Record<string, string>> {
  const hashed = files.map(async (file) => [file, await hashFile(join(root, file))] as const)
  return Object.fromEntries(await Promise.all(hashed))
}
