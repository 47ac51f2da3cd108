import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { createDocumentReader } from '@gatehouse/parsing/create-document-reader'
import { createRuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import { documentLimits } from '@gatehouse/parsing/document-limits'
import { findStructure } from '@gatehouse/parsing/find-structure'
import { type Comparison, compareWithTruth, type Measure, type Truth } from './compare-with-truth.ts'
import { findExamplePdfs } from '../kit/labelled-data.ts'
import { type Proof, judged, notMeasured } from '../proof.ts'

const bars: Readonly<Record<Measure, number>> = { emails: 0.95, phones: 0.95, headings: 0, dateRanges: 0.85 }

export const proof: Proof = {
  name: 'parse-structure',
  tier: 'push',
  claim: 'rules alone find the e-mail addresses, phone numbers and date ranges of CVs, with their lines',
  bar: 'emails and phones ≥ 0.95, date ranges ≥ 0.85 of what people found in the example PDFs',
  async run({ progress }) {
    const files = await findExamplePdfs()
    if (files.length === 0)
      return notMeasured('the example PDFs are missing: set LABELLED_DATA to the folder that has them')
    await using reader = createDocumentReader({ limits: documentLimits, processes: 2, waitingMax: 100 })
    const vocabulary = createRuleVocabulary()
    const compared = await Promise.all(
      files.map(async (file) => {
        const truth = await readTruth(file)
        if (truth === undefined) return []
        const outcome = await reader.read(await readFile(file))
        const text = outcome.kind === 'read' ? outcome.text : { lines: [], links: [] }
        const comparisons = compareWithTruth(truth, findStructure(text, vocabulary))
        for (const { measure, wanted } of comparisons.filter(({ isFound }) => !isFound)) {
          progress(`${basename(file)}: ${measure} without “${wanted}”`)
        }
        return comparisons
      }),
    )
    const all = compared.flat()
    const measures = Object.keys(bars) as Measure[]
    return judged({
      figure: `${measures.map((measure) => describe(all, measure)).join(', ')}; ${compared.filter((one) => one.length > 0).length} PDFs with truth`,
      isPassed: measures.every((measure) => share(all, measure) >= bars[measure]),
    })
  },
}

async function readTruth(file: string): Promise<Truth | undefined> {
  try {
    return JSON.parse(await readFile(file.replace(/\.pdf$/, '.truth.json'), 'utf8')) as Truth
  } catch {
    return undefined
  }
}

function share(all: readonly Comparison[], measure: Measure): number {
  const own = all.filter((one) => one.measure === measure)
  return own.filter(({ isFound }) => isFound).length / own.length
}

function describe(all: readonly Comparison[], measure: Measure): string {
  const own = all.filter((one) => one.measure === measure)
  return `${measure} ${share(all, measure).toFixed(3)} (${own.filter(({ isFound }) => isFound).length}/${own.length})`
}
