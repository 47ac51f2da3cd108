// One proof per package, because a package takes up to an hour: each has its own record, and a run that was interrupted
// continues with the packages that are left.
import { glob, mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type NightProof, type ProofContext, type ProofResult, judged } from '../proof.ts'
import { readCode } from '../runner/proof-records.ts'
import { type AcceptedSurvivor, acceptedSurvivors } from './accepted-survivors.ts'
import { copyRepository } from './copy-repository.ts'
import { readEarlierKills, writeKills } from './earlier-kills.ts'
import { type Judgement, judgeMutants } from './judge-mutants.ts'
import type { MutatedPackage } from './mutated-packages.ts'
import { rerunUnclear } from './rerun-unclear.ts'
import { type MutantOutcome, runStryker } from './run-stryker.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const concurrency = Number(process.env['MUTANTS_CONCURRENCY'] ?? 1)
/** Where kills are kept for the next run; without it, every mutant is tried. */
const resumeFolder = process.env['MUTANTS_RESUME']

export function createMutantsProof(mutated: MutatedPackage): NightProof {
  const name = mutated.name.replaceAll(' ', '-')
  return {
    name: `mutants-${name}`,
    tier: 'night',
    claim: `a bug that is planted in a function${mutated.hasStaticMutants ? ' or a table' : ''} of ${mutated.name} makes a test of the same package fail`,
    bar: '≥ 90 % of 100 mutants killed, drawn anew for each state of the code; a survivor that is accepted is listed with its reason',
    run: (context) => tryMutants(mutated, context),
    // Stryker itself is tried on every push, by the short form of the proof for the rules of billing.
    async tryTools() {
      for (const pattern of [...mutated.files.filter((file) => !file.startsWith('!')), ...mutated.tests])
        if ((await Array.fromAsync(glob(pattern, { cwd: root }))).length === 0)
          throw new Error(`there is no file ${pattern}`)
    },
  }
}

async function tryMutants(
  mutated: MutatedPackage,
  { isShort, progress }: ProofContext,
): Promise<ProofResult> {
  const accepted = acceptedSurvivors.filter(({ fileName }) => isIn(mutated, fileName))
  const gone = await findGone(accepted)
  for (const { fileName, original } of gone) progress(`accepted, but gone: ${fileName}: ${original}`)
  await using copy = await mkdtempDisposable(join(tmpdir(), 'gatehouse-mutants-'))
  await copyRepository(root, copy.path)
  const store = resumeFolder && { folder: resumeFolder, name: mutated.name, root: copy.path }
  const killed = store ? await readEarlierKills(store) : []
  // Drawn anew whenever the code changes: tests are written for the survivors, so a draw measures only once.
  const seed = process.env['MUTANTS_SEED'] ?? (isShort ? 'gatehouse' : readCode())
  const draw = { seed, count: isShort ? 5 : 100, killed }
  const first = await runStryker(copy.path, mutated, { draw, concurrency })
  const outcomes = await rerunUnclear(first, (unclear) => {
    for (const outcome of unclear) progress(`${outcome.status}, repeated: ${toPlace(outcome)}`)
    const only = unclear.map(({ id }) => id)
    return runStryker(copy.path, mutated, { draw: { only }, concurrency: 1, isPatient: true })
  })
  if (store) await writeKills(store, outcomes)
  const judgement = judgeMutants(outcomes, accepted)
  for (const line of describe(judgement)) progress(line)
  const isPassed = judgement.isPassed && gone.length === 0
  return judged({ figure: `${toFigure(mutated.name, judgement)}, drawn from ${seed}`, isPassed })
}

function isIn({ files }: MutatedPackage, fileName: string): boolean {
  return files.some((pattern) => pattern.endsWith('/**/*.ts') && fileName.startsWith(pattern.slice(0, -7)))
}

/** Accepted survivors whose code no longer exists. */
async function findGone(accepted: readonly AcceptedSurvivor[]): Promise<AcceptedSurvivor[]> {
  const isGone = async ({ fileName, original }: AcceptedSurvivor) =>
    !(await readFile(join(root, fileName), 'utf8').catch(() => '')).includes(original)
  const checked = await Promise.all(
    accepted.map(async (survivor) => ({ survivor, isGone: await isGone(survivor) })),
  )
  return checked.filter((one) => one.isGone).map(({ survivor }) => survivor)
}

function describe({ survivors, stale }: Judgement): string[] {
  return [
    ...survivors.map((outcome) => `survived (${outcome.status}): ${toPlace(outcome)}`),
    ...stale.map(({ fileName, original }) => `accepted, but killed: ${fileName}: ${original}`),
  ]
}

function toPlace({ fileName, location, original, replacement }: MutantOutcome): string {
  return `${fileName}:${location.start.line} ${JSON.stringify(original)} → ${JSON.stringify(replacement)}`
}

function toFigure(
  name: string,
  { killed, made, timeouts, unloadable, carriedOver, accepted }: Judgement,
): string {
  const share = made === 0 ? 0 : (100 * killed) / made
  const earlier = carriedOver === 0 ? '' : `, ${carriedOver} in an earlier run`
  const unloaded = unloadable === 0 ? '' : `, ${unloadable} because the tests could not be loaded`
  return `${name} ${killed} of ${made} (${share.toFixed(0)} %), ${timeouts} by two timeouts${unloaded}${earlier}, ${accepted} accepted`
}
