// Kills of an earlier run, so that a run after more tests were written tries only the other mutants. A kill is kept while
// the file with the mutant and the file with the test that killed it are unchanged.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashFile } from '../kit/hash-file.ts'
import { placeOf } from './draw-mutants.ts'
import type { MutantOutcome } from './run-stryker.ts'

type Kill = { place: string; files: Record<string, string> }

/** Where each kill is kept: `<folder>/<package>.json`. */
export type KillStore = { folder: string; name: string; root: string }

/** The places of mutants that were killed, and would be again. Empty if there was no earlier run. */
export async function readEarlierKills({ folder, name, root }: KillStore): Promise<string[]> {
  const text = await readFile(join(folder, `${name}.json`), 'utf8').catch(() => '[]')
  const kills = JSON.parse(text) as Kill[]
  const isValid = async ({ files }: Kill) => {
    const hashes = await Promise.all(Object.keys(files).map((file) => hashFile(join(root, file))))
    return Object.values(files).every((hash, index) => hash === hashes[index])
  }
  const checked = await Promise.all(kills.map(async (kill) => ({ kill, isValid: await isValid(kill) })))
  return checked.filter((one) => one.isValid).map(({ kill }) => kill.place)
}

/** Call it with the files as they were when the run began. Timeouts are not kept. */
export async function writeKills(
  { folder, name, root }: KillStore,
  outcomes: readonly MutantOutcome[],
): Promise<void> {
  const kept = await readFile(join(folder, `${name}.json`), 'utf8').catch(() => '[]')
  const carried = new Set(
    outcomes.filter(({ isCarriedOver }) => isCarriedOver).map((outcome) => placeOf(outcome)),
  )
  const kills: Kill[] = (JSON.parse(kept) as Kill[]).filter(({ place }) => carried.has(place))
  for (const outcome of outcomes) {
    if (outcome.status !== 'Killed' || outcome.killedIn === undefined) continue
    const names = [outcome.fileName, outcome.killedIn]
    const hashes = await Promise.all(names.map((file) => hashFile(join(root, file))))
    kills.push({
      place: placeOf(outcome),
      files: Object.fromEntries(names.map((file, index) => [file, hashes[index] ?? ''])),
    })
  }
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${name}.json`), JSON.stringify(kills))
}
