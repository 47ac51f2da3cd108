// The complete path from a document's text to a parsed CV or a parsed job posting. The model is a port, and so are the
// steps that compute; everything is deterministic: equal answers of the model give equal results.
import { type AskDeps, askAboutDocument } from './ask/ask-about-document.ts'
import type { AskModel } from './ask/ask-model.ts'
import type { RouteCapabilities } from './ask/route-capabilities.ts'
import { chunkCharactersMax } from './ask/split-chunks.ts'
import { findCandidate } from '../europass/europass-xml.ts'
import {
  type Asked,
  type ChunkAnswers,
  type Composition,
  type DocumentFacts,
  type Found,
  type MergedAnswer,
  type Names,
  type PreparedText,
  type Questions,
  type StepDeps,
  composeEmbedded,
  composeParsed,
  embeddedNames,
  mergeAnswers,
  prepareText,
  questionsOf,
} from './extraction-steps.ts'
import { documentLimits } from '../limits/document-limits.ts'
import type { ParsedCv } from './parsed/parsed-cv.ts'
import type { ParsedJd } from './parsed/parsed-jd.ts'
import { type ParseKind, cvSubject, jdSubject } from './question/subject.ts'
import type { Taxonomy } from './taxonomy.ts'
import type { DocumentText } from '../document-text.ts'

type AskingDeps = {
  askModel: AskModel
  capabilities: RouteCapabilities
  taxonomy: Taxonomy
  onProgress?: AskDeps['onProgress']
}

export type ExtractDeps = AskingDeps & StepDeps

export type DocumentToExtract = {
  text: DocumentText
  /** Hash of the bytes that were received. */
  sha256: string
  alias: string
  outputTokensMax: number
  /** YYYY-MM-DD: the day that the word "present" in a date range stands for. */
  asOf: string
  /** A delimiter that the author of the document cannot know. */
  mark: string
}

export type ExtractOutcome<Parsed> =
  | { kind: 'extracted'; parsed: Parsed }
  /** The model responded, but with nothing usable. */
  | { kind: 'failed' }

/** The steps that compute. Between them, `Prepared` and `Merged` are passed on unread. */
export type ExtractionSteps<Prepared, Merged, Parsed> = {
  prepare(kind: ParseKind, text: DocumentText): Promise<StepQuestions<Prepared>>
  merge(chunks: ChunkAnswers, lineCount: number): Promise<{ merged: Merged; names: Names } | undefined>
  compose(prepared: Prepared, composition: StepComposition<Merged>): Promise<Parsed>
}

/** With `embedded`, the document describes itself, and no model is asked. */
export type StepQuestions<Prepared> = Questions & { prepared: Prepared; embedded: Names | undefined }

export type StepComposition<Merged> = {
  facts: DocumentFacts
  found: Found
  /** Undefined if the document describes itself. */
  answered: { asked: Asked; merged: Merged } | undefined
}

export async function extractCv(
  deps: ExtractDeps,
  document: DocumentToExtract,
): Promise<ExtractOutcome<ParsedCv>> {
  const steps = createLocalSteps(deps)
  return (await extractDocument({ ...deps, steps }, 'cv', document)) as ExtractOutcome<ParsedCv>
}

export async function extractJd(
  deps: ExtractDeps,
  document: DocumentToExtract,
): Promise<ExtractOutcome<ParsedJd>> {
  const steps = createLocalSteps(deps)
  return (await extractDocument({ ...deps, steps }, 'jd', document)) as ExtractOutcome<ParsedJd>
}

export async function extractDocument<Prepared, Merged, Parsed>(
  deps: AskingDeps & { steps: ExtractionSteps<Prepared, Merged, Parsed> },
  kind: ParseKind,
  document: DocumentToExtract,
): Promise<ExtractOutcome<Parsed>> {
  const { steps, taxonomy } = deps
  const { text, sha256, alias, asOf } = document
  const facts = { sha256, alias, asOf }
  const { prepared, embedded, ...questions } = await steps.prepare(kind, text)
  if (embedded) {
    const found = await taxonomy.find(embedded)
    return { kind: 'extracted', parsed: await steps.compose(prepared, { facts, found, answered: undefined }) }
  }
  const { chunks, asked } = await ask(deps, document, { kind, ...questions })
  const merging = await steps.merge(chunks, text.lines.length)
  if (!merging) return { kind: 'failed' }
  const found = await taxonomy.find(merging.names)
  const answered = { asked, merged: merging.merged }
  return { kind: 'extracted', parsed: await steps.compose(prepared, { facts, found, answered }) }
}

async function ask(
  deps: AskingDeps,
  { text, mark, outputTokensMax }: DocumentToExtract,
  { kind, boundaries, masked }: Questions & { kind: ParseKind },
): Promise<{ asked: Asked; chunks: ChunkAnswers }> {
  const maskedTexts = new Map(masked.map((line) => [line.number, line.text]))
  const lines = text.lines.map((line) => {
    const maskedText = maskedTexts.get(line.number)
    return maskedText === undefined ? line : Object.assign({}, line, { text: maskedText })
  })
  const asking = { lines, structure: boundaries, mark, outputTokensMax }
  if (kind === 'cv') {
    const { answers, ...asked } = await askAboutDocument(deps, { subject: cvSubject, ...asking })
    return { asked, chunks: { kind, answers } }
  }
  const { answers, ...asked } = await askAboutDocument(deps, { subject: jdSubject, ...asking })
  return { asked, chunks: { kind, answers } }
}

/** Runs the steps where they are called. */
function createLocalSteps(deps: StepDeps): ExtractionSteps<PreparedText, MergedAnswer, ParsedCv | ParsedJd> {
  return {
    async prepare(kind, text) {
      const prepared = prepareText(deps, kind, text)
      return { ...questionsOf(kind, prepared), prepared, embedded: embeddedNames(prepared) }
    },
    async merge(chunks, lineCount) {
      const merged = mergeAnswers(chunks, lineCount)
      return merged && { merged, names: merged.names }
    },
    compose: async (prepared, composition) => composeDocument(deps, prepared, composition),
  }
}

/** Composes the result of an answer, or of the description that the document contains. */
export function composeDocument(
  deps: Pick<StepDeps, 'vocabulary'>,
  prepared: PreparedText,
  { facts, found, answered }: StepComposition<MergedAnswer>,
): ParsedCv | ParsedJd {
  const { embedded } = prepared
  if (answered) return composeParsed(deps, prepared, { facts, found, ...answered } satisfies Composition)
  if (!embedded) throw new Error('a document without an answer describes itself')
  return composeEmbedded({ ...prepared, embedded }, { facts, found })
}

/** Estimates the size of the requests about a document, for callers that must know the cost beforehand. */
export function estimateQuestion(kind: ParseKind, { lines, europassXml }: DocumentText): QuestionSize {
  if (kind === 'cv' && holdsCandidate(europassXml)) return { bytes: 0, chunks: 0 }
  const bytes = lines.reduce((sum, { text }) => sum + Buffer.byteLength(text) + 6, 0)
  const subject = kind === 'cv' ? cvSubject : jdSubject
  const chunks = Math.max(1, Math.ceil(bytes / chunkCharactersMax))
  const toldBytes = JSON.stringify(subject.jsonSchema).length + instructionBytes
  return { bytes: bytes + chunks * toldBytes, chunks }
}

/**
 * Must agree with `readCandidate`: no credits are reserved for a document that needs no model, so no model may be
 * called for it later.
 */
function holdsCandidate(xml: string | null): boolean {
  try {
    return xml !== null && findCandidate(xml, documentLimits) !== undefined
  } catch {
    return false
  }
}

export type QuestionSize = { bytes: number; chunks: number }

const instructionBytes = 1_500
