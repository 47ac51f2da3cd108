// Reads the training lines and turns them into examples: one text of an injection, every text of an honest line. Texts are
// cut and folded as in `find-injections.ts`.
import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { hasForgedMarkup } from '../src/injections/forged-markup.ts'
import { type LineFeatures, featuresOf } from '../src/injections/line-features.ts'
import { revealText } from '../src/injections/reveal-text.ts'
import { type WordTagger, createWordTagger } from '../src/injections/tag-words.ts'
import { windowsOf } from '../src/injections/text-windows.ts'

export type TrainingLine = { file: string; kind: string; text: string }

export type Example = { features: LineFeatures; isInjection: boolean }

/** A line as `find-injections.ts` judges it: by its markup, and by each of its windows. */
export type JudgedLine = { isForged: boolean; windows: readonly LineFeatures[] }

export const honestKind = 'honest'

const folder = new URL('injection-lines/', import.meta.url)

/** Rows of the files: the kind of the injection or `honest`, a tab, and the line. */
export async function readTrainingLines(): Promise<TrainingLine[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.tsv')).sort()
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')))
  return texts.flatMap((content, index) =>
    content
      .trimEnd()
      .split('\n')
      .map((row) => {
        const [kind = '', text = ''] = row.split('\t')
        return { file: files[index] ?? '', kind, text }
      }),
  )
}

export function createExampleReader(): (line: TrainingLine) => Example[] {
  const tagger = createWordTagger()
  const toExample = (text: string, isInjection: boolean) => ({
    features: featuresOf(text, tagger.tag(text)),
    isInjection,
  })
  return ({ kind, text }) => {
    const readings = revealText(text, tagger.isWord)
    return kind === honestKind
      ? readings.flatMap(windowsOf).map((window) => toExample(window, false))
      : [toExample(plainest(readings, tagger), true)]
  }
}

export function createJudgedReader(): (line: TrainingLine) => JudgedLine {
  const tagger = createWordTagger()
  return ({ text }) => {
    const readings = revealText(text, tagger.isWord)
    return {
      isForged: readings.some(hasForgedMarkup),
      windows: readings.flatMap(windowsOf).map((window) => featuresOf(window, tagger.tag(window))),
    }
  }
}

/** The reading with most known words: of an encoded line, the decoded one. */
function plainest(readings: readonly string[], { isWord }: WordTagger): string {
  const knownWords = (reading: string) => (reading.match(/[a-z]+/g) ?? []).filter(isWord).length
  return readings.reduce((best, reading) => (knownWords(reading) > knownWords(best) ? reading : best))
}

/** Changes with the training lines and with everything that turns them into features. */
export function hashExamples(examples: readonly Example[]): string {
  const hash = createHash('sha256')
  for (const { features, isInjection } of examples)
    hash.update(`${isInjection} ${features.map((kind) => kind.join(' ')).join('|')}\n`)
  return hash.digest('hex')
}
