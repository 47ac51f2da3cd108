// `pnpm injections`: trains the weights by which lines are flagged and writes them to `injection-weights.generated.ts`.
// Before that, it leaves out a part of the lines at a time and prints how many of them the weights of the rest flag: one
// way of writing at a time, because the lines of a file resemble each other, and then parts of all files.
import { writeFile } from 'node:fs/promises'
import { sumWeights } from '../src/injections/line-score.ts'
import { type Weights, fitWeights } from './fit-weights.ts'
import {
  type Example,
  type JudgedLine,
  type TrainingLine,
  createExampleReader,
  createJudgedReader,
  hashExamples,
  honestKind,
  readTrainingLines,
} from './injection-examples.ts'

type ReadLine = TrainingLine & { examples: readonly Example[]; judged: JudgedLine }
type Scored = { kind: string; score: number }

const target = new URL('../src/injections/injection-weights.generated.ts', import.meta.url)
const folds = 5
/** Neighbouring rows often say the same in other words, so they are left out together. */
const rowsTogether = 8
/** The largest of the weights are cut, so that the steps between the others are finer. */
const cutShare = 0.0005
const thresholds = [-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3]

const readExamples = createExampleReader()
const readJudged = createJudgedReader()
const lines: readonly ReadLine[] = (await readTrainingLines()).map((line) =>
  Object.assign(line, { examples: readExamples(line), judged: readJudged(line) }),
)
if (!process.argv.includes('--short')) crossValidate()
const examples = lines.flatMap((line) => line.examples)
await writeFile(target, describeWeights(fitWeights(examples), hashExamples(examples)))
console.log(`wrote the weights of ${lines.length} lines`)

function crossValidate(): void {
  const files = [...new Set(lines.map(({ file }) => file))]
  const voices = files.filter((file) => file.startsWith('voices-'))
  const byVoice = voices.map((file) => scoreLeftOut((line) => line.file === file))
  for (const [index, scored] of byVoice.entries()) report(voices[index] ?? '', scored)
  report('each of these files', byVoice.flat())
  const rows = new Map(lines.map((line, row) => [line, row]))
  const byPart = Array.from({ length: folds }, (_, fold) =>
    scoreLeftOut((line) => Math.floor((rows.get(line) ?? 0) / rowsTogether) % folds === fold),
  )
  report(`each of ${folds} parts of all files`, byPart.flat())
}

function scoreLeftOut(isLeftOut: (line: ReadLine) => boolean): Scored[] {
  const fitted = fitWeights(lines.filter((line) => !isLeftOut(line)).flatMap((line) => line.examples))
  return lines.filter(isLeftOut).map((line) => scoreLine(line, fitted))
}

function report(name: string, scored: readonly Scored[]): void {
  const injections = scored.filter(({ kind }) => kind !== honestKind)
  const honest = scored.filter(({ kind }) => kind === honestKind)
  console.log(`left out: ${name}, ${injections.length} injections and ${honest.length} honest lines`)
  for (const threshold of thresholds) {
    const flagged = (list: readonly Scored[]) => list.filter(({ score }) => score > threshold).length
    const share = ((flagged(injections) / injections.length) * 100).toFixed(1)
    console.log(`  above ${threshold}: ${share} % of the injections, ${flagged(honest)} honest lines`)
  }
}

function scoreLine({ kind, judged }: ReadLine, { weights, base }: Weights): Scored {
  const scores = judged.windows.map((features) => sumWeights(features, weights) + base)
  return { kind, score: judged.isForged ? Number.POSITIVE_INFINITY : Math.max(...scores) }
}

function describeWeights({ weights, base }: Weights, trainedOn: string): string {
  const sizes = weights.map(Math.abs).sort()
  const largest = sizes[Math.floor(sizes.length * (1 - cutShare)) - 1] ?? 1
  const step = largest / 127
  const whole = Int8Array.from(weights, (weight) => Math.max(-127, Math.min(127, Math.round(weight / step))))
  return [
    '// Generated from the training lines by `pnpm injections`; do not edit.',
    'export const injectionWeights = {',
    `  trainedOn: '${trainedOn}',`,
    `  step: ${step},`,
    `  base: ${base},`,
    `  base64: '${Buffer.from(whole.buffer).toString('base64')}',`,
    '}',
    '',
  ].join('\n')
}
