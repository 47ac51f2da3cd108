import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { createDocumentReader } from '@gatehouse/parsing/create-document-reader'
import { createRuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import { documentLimits } from '@gatehouse/parsing/document-limits'
import { plainDocument } from '@gatehouse/parsing/document-text'
import { findStructure } from '@gatehouse/parsing/find-structure'
import { type Comparison, compareWithTruth, type Measure, type Truth } from './compare-with-truth.ts'
import { type CvComparison, compareCv } from './cvs/compare-cv.ts'
import { readCvs, renderCv } from './cvs/read-cvs.ts'
import { findExamplePdfs } from '../kit/labelled-data.ts'
import { type Proof, type ProofContext, judged, notMeasured } from '../proof.ts'

/** Both the recall and the precision, in the written CVs. */
const bars: Readonly<Record<Measure, number>> = {
  emails: 0.95,
  phones: 0.95,
  headings: 0.9,
  dateRanges: 0.95,
}
const outsideBars: Readonly<Record<Measure, number>> = {
  emails: 0.95,
  phones: 0.95,
  headings: 0,
  dateRanges: 0.85,
}
const measures = Object.keys(bars) as Measure[]
const cvsMin = 120

type Reader = ReturnType<typeof createDocumentReader>

export const proof: Proof = {
  name: 'parse-structure',
  tier: 'daily',
  claim:
    'rules alone find the e-mail addresses, phone numbers, date ranges and headings of CVs, with their lines, and nothing else',
  bar:
    `recall and precision in ≥ ${cvsMin} written CVs of six languages and four layouts: e-mails, phones and date ranges ≥ 0.95, headings ≥ 0.9; ` +
    'in example PDFs from outside, if they are there, e-mails and phones ≥ 0.95, date ranges ≥ 0.85 of what people found',
  async run(context) {
    const cvs = await readCvs()
    if (cvs.length < cvsMin) return notMeasured(`only ${cvs.length} written CVs are there`)
    await using reader = createDocumentReader({ limits: documentLimits, processes: 2, waitingMax: 1_000 })
    const vocabulary = createRuleVocabulary()
    const compared = await Promise.all(
      cvs.map(async (cv) => {
        const plain = plainDocument(cv.text)
        const outcome = await reader.read(renderCv(cv))
        const rendered = outcome.kind === 'read' ? outcome.text : { lines: [], links: [] }
        const all = [plain, rendered].flatMap((text) =>
          compareCv(cv, text.lines, findStructure(text, vocabulary)),
        )
        for (const problem of all.flatMap(({ problems }) => problems))
          context.progress(`${cv.name}: ${problem}`)
        return all
      }),
    )
    const all = compared.flat()
    const outside = await measureOutside(context, reader)
    return judged({
      figure: `${measures.map((measure) => describe(all, measure)).join(', ')} in ${cvs.length} written CVs, each as text and as a document; ${outside.figure}`,
      isPassed:
        outside.isPassed && measures.every((measure) => Math.min(...shares(all, measure)) >= bars[measure]),
    })
  },
}

/** Recall and precision. */
function shares(all: readonly CvComparison[], measure: Measure): [number, number] {
  const own = all.filter((one) => one.measure === measure)
  const sum = (part: 'wanted' | 'found' | 'given') => own.reduce((total, one) => total + one[part], 0)
  return [sum('found') / sum('wanted'), sum('found') / sum('given')]
}

function describe(all: readonly CvComparison[], measure: Measure): string {
  const [recall, precision] = shares(all, measure)
  return `${measure} ${recall.toFixed(3)} (precision ${precision.toFixed(3)})`
}

/** The example PDFs have their own licences and are not part of the repository. */
async function measureOutside({ progress }: ProofContext, reader: Reader) {
  const files = await findExamplePdfs()
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
  if (all.length === 0) return { figure: 'no example PDFs from outside', isPassed: true }
  const count = compared.filter((one) => one.length > 0).length
  return {
    figure: `outside: ${measures.map((measure) => describeOutside(all, measure)).join(', ')} in ${count} PDFs`,
    isPassed: measures.every((measure) => share(all, measure) >= outsideBars[measure]),
  }
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

function describeOutside(all: readonly Comparison[], measure: Measure): string {
  const own = all.filter((one) => one.measure === measure)
  return `${measure} ${share(all, measure).toFixed(3)} (${own.filter(({ isFound }) => isFound).length}/${own.length})`
}
