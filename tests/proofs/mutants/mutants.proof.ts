import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Proof, judged } from '../proof.ts'
import { acceptedSurvivors } from './accepted-survivors.ts'
import { copyRepository } from './copy-repository.ts'
import { type Judgement, judgeMutants } from './judge-mutants.ts'
import { mutatedPackages } from './mutated-packages.ts'
import { type MutantOutcome, runStryker } from './run-stryker.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const seed = process.env['MUTANTS_SEED'] ?? 'gatehouse'

export const proof: Proof = {
  name: 'mutants',
  tier: 'push',
  claim:
    'a bug that is planted anywhere in the rules for money and access makes a test of the same package fail',
  bar: '≥ 90 % of 100 mutants killed in each package; a survivor that is accepted is listed with its reason',
  async run({ isShort, progress }) {
    const packages = mutatedPackages.filter(({ name }) =>
      isShort ? name === 'billing rules' : isAsked(name),
    )
    const gone = await findGone()
    for (const { fileName, original } of gone) progress(`accepted, but gone: ${fileName}: ${original}`)
    const figures: string[] = []
    let isPassed = gone.length === 0
    for (const mutated of packages) {
      await using copy = await mkdtempDisposable(join(tmpdir(), 'gatehouse-mutants-'))
      await copyRepository(root, copy.path)
      const outcomes = await runStryker(copy.path, mutated, { seed, count: isShort ? 5 : 100 })
      const judgement = judgeMutants(outcomes, acceptedSurvivors)
      for (const line of describe(judgement)) progress(line)
      figures.push(toFigure(mutated.name, judgement))
      progress(figures.at(-1) ?? '')
      isPassed &&= judgement.isPassed
    }
    return judged({ figure: figures.join(', '), isPassed })
  },
}

/** MUTANTS_ONLY, such as `keys,limits`, restricts a run by hand. */
function isAsked(name: string): boolean {
  const only = process.env['MUTANTS_ONLY']
  return only === undefined || only.split(',').includes(name)
}

/** Accepted survivors whose code no longer exists. */
async function findGone() {
  const isGone = async ({ fileName, original }: { fileName: string; original: string }) =>
    !(await readFile(join(root, fileName), 'utf8').catch(() => '')).includes(original)
  const checked = await Promise.all(
    acceptedSurvivors.map(async (survivor) => ({ survivor, isGone: await isGone(survivor) })),
  )
  return checked.filter((one) => one.isGone).map(({ survivor }) => survivor)
}

function describe({ survivors, stale }: Judgement): string[] {
  return [
    ...survivors.map(
      (outcome) =>
        `survived (${outcome.status}): ${outcome.fileName}:${outcome.location.start.line} ${toChange(outcome)}`,
    ),
    ...stale.map(({ fileName, original }) => `accepted, but killed: ${fileName}: ${original}`),
  ]
}

function toChange({ original, replacement }: MutantOutcome): string {
  return `${JSON.stringify(original)} → ${JSON.stringify(replacement)}`
}

function toFigure(name: string, { killed, made, accepted }: Judgement): string {
  const share = made === 0 ? 0 : (100 * killed) / made
  const excused = accepted === 0 ? '' : `, ${accepted} accepted`
  return `${name} ${killed} of ${made} (${share.toFixed(0)} %${excused})`
}
