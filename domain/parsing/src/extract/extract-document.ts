// The complete path from a document's text to a parsed CV or a parsed job posting. The model is a port; everything else
// is deterministic: equal answers of the model give equal results.
import { type AskDeps, askAboutDocument } from './ask/ask-about-document.ts'
import type { AskModel } from './ask/ask-model.ts'
import type { RouteCapabilities } from './ask/route-capabilities.ts'
import { chunkCharactersMax } from './ask/split-chunks.ts'
import { boundAnswer, mergeCvAnswers, mergeJdAnswers } from './compose/merge-answers.ts'
import type { ComposeContext } from './compose/compose-context.ts'
import { composeCv } from './compose/compose-cv.ts'
import { composeEmbeddedCv } from './compose/compose-embedded-cv.ts'
import { composeJd } from './compose/compose-jd.ts'
import { quotedSkills } from './compose/compose-skills.ts'
import { createEntryBlocks } from './evidence/entry-blocks.ts'
import { EvidenceChecker } from './evidence/evidence-checker.ts'
import type { EuropassCv } from '../europass/europass-cv.ts'
import { findCandidate } from '../europass/europass-xml.ts'
import { readEuropass } from '../europass/read-europass.ts'
import { documentLimits } from '../limits/document-limits.ts'
import type { ParsedCv } from './parsed/parsed-cv.ts'
import type { ParsedJd } from './parsed/parsed-jd.ts'
import { type ParsingWarning, warnAbout } from '../parsing-warning.ts'
import { maskContacts, promptVersion } from './question/write-question.ts'
import { type ParseKind, type Subject, cvSubject, jdSubject } from './question/subject.ts'
import { type DocumentStructure, findStructure } from '../rules/find-structure.ts'
import { monthNames } from '@gatehouse/reading/month-names'
import type { RuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import type { Taxonomy } from './taxonomy.ts'
import type { DocumentText } from '../document-text.ts'

export type ExtractDeps = {
  askModel: AskModel
  capabilities: RouteCapabilities
  vocabulary: RuleVocabulary
  taxonomy: Taxonomy
  /** Returns an ISO 639-1 code, or null if the language is unclear. */
  detectLanguage: (text: string) => string | null
  onProgress?: AskDeps['onProgress']
}

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

export async function extractCv(
  deps: ExtractDeps,
  document: DocumentToExtract,
): Promise<ExtractOutcome<ParsedCv>> {
  const embedded = await readEmbedded(deps, document)
  if (embedded) return { kind: 'extracted', parsed: embedded }
  const asked = await ask(deps, document, cvSubject)
  const merged = mergeCvAnswers(asked.answers)
  if (!merged) return { kind: 'failed' }
  const { answer, isCut } = boundAnswer(merged, document.text.lines.length)
  const context = await createContext(deps, document, {
    asked,
    skills: quotedSkills(answer).map(({ name }) => name),
    titles: answer.experience.flatMap(({ title }) => title ?? []),
  })
  const data = composeCv(context, answer)
  const isComplete = asked.isComplete && !isCut
  const described = describe(
    document,
    { ...asked, isComplete },
    { checker: context.checker, documentType: answer.document_type },
  )
  return { kind: 'extracted', parsed: { schema: 'parsed_cv/1.0', ...described, data } }
}

export async function extractJd(
  deps: ExtractDeps,
  document: DocumentToExtract,
): Promise<ExtractOutcome<ParsedJd>> {
  const asked = await ask(deps, document, jdSubject)
  const merged = mergeJdAnswers(asked.answers)
  if (!merged) return { kind: 'failed' }
  const { answer, isCut } = boundAnswer(merged, document.text.lines.length)
  const context = await createContext(deps, document, {
    asked,
    skills: answer.requirements.flatMap(({ skill_name }) => skill_name ?? []),
    titles: answer.title === null ? [] : [answer.title],
  })
  const data = composeJd(context, answer)
  const isComplete = asked.isComplete && !isCut
  const described = describe(
    document,
    { ...asked, isComplete },
    { checker: context.checker, documentType: answer.document_type },
  )
  return { kind: 'extracted', parsed: { schema: 'parsed_jd/1.0', ...described, data } }
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
const scanQuality = 0.9

type Asked<Answer> = Awaited<ReturnType<typeof askAboutDocument<Answer>>> & {
  structure: DocumentStructure
  language: string | null
  kind: ParseKind
}

async function ask<Answer>(
  { askModel, capabilities, vocabulary, detectLanguage, onProgress }: ExtractDeps,
  { text, mark, outputTokensMax }: DocumentToExtract,
  subject: Subject<Answer>,
): Promise<Asked<Answer>> {
  const language = detectLanguage(text.lines.map((line) => line.text).join('\n'))
  const structure = findStructure(text, vocabulary, language === null ? {} : { language })
  // The model is asked for the contact details of a job posting; those of a person are found by rules and masked.
  const lines = subject.kind === 'cv' ? maskContacts(text.lines, structure) : text.lines
  const answers = await askAboutDocument(
    { askModel, capabilities, onProgress },
    { subject, lines, structure, mark, outputTokensMax },
  )
  return { ...answers, structure, language, kind: subject.kind }
}

type Named = {
  asked: Pick<Asked<unknown>, 'structure' | 'language'>
  skills: readonly string[]
  titles: readonly string[]
}

async function createContext(
  { vocabulary, taxonomy }: ExtractDeps,
  { text, asOf }: DocumentToExtract,
  { asked: { structure, language }, skills, titles }: Named,
): Promise<ComposeContext> {
  const [concepts, occupations] = await Promise.all([
    taxonomy.findSkills(skills),
    taxonomy.findOccupations(titles),
  ])
  return {
    checker: new EvidenceChecker(text.lines),
    blockAt: createEntryBlocks({ ...structure, lines: text.lines }),
    structure,
    links: text.links,
    vocabulary,
    months: monthNames(language ?? undefined),
    asOf,
    quality: text.ocrPages.length > 0 ? scanQuality : 1,
    concepts,
    occupations,
  }
}

type Described = Pick<ParsedCv, 'document' | 'extraction' | 'warnings'>

const expectedType: Readonly<Record<ParseKind, string>> = { cv: 'cv', jd: 'job_posting' }

function describe(
  { text, alias, ...document }: DocumentToExtract,
  { structure, language, kind, mode, attempts, chunks, isComplete }: Asked<unknown>,
  { checker, documentType }: { checker: EvidenceChecker; documentType: string },
): Described {
  const warnings = [...warnAbout(text, structure), ...checker.warnings]
  if (!isComplete) warnings.push(incomplete)
  if (documentType !== expectedType[kind]) warnings.push(unexpectedType(documentType))
  return {
    document: { ...describeDocument({ text, ...document }, checker.charCount), language },
    extraction: {
      alias,
      mode,
      prompt_version: promptVersion,
      attempts,
      chunks,
      cached: false,
      complete: isComplete,
      unverified_fields: checker.unverifiedCount,
    },
    warnings,
  }
}

const incomplete: ParsingWarning = {
  code: 'incomplete_extraction',
  path: null,
  message: 'Parts of the model’s answer could not be read, so something of the document may be missing.',
}

function unexpectedType(documentType: string): ParsingWarning {
  const message = `The document seems to be of another kind (${documentType}) than was asked for.`
  return { code: 'unexpected_document_type', path: null, message }
}

function describeDocument(
  { text, sha256, asOf }: Pick<DocumentToExtract, 'text' | 'sha256' | 'asOf'>,
  chars: number,
): Described['document'] {
  return {
    sha256,
    kind: text.kind === 'xml' ? 'text' : text.kind,
    chars,
    pages: text.pages,
    language: null,
    language_confidence: null,
    ocr: text.ocrPages.length > 0,
    as_of: asOf,
  }
}

/** Returns the exact description embedded in a Europass document; undefined if there is none or it cannot be read. */
async function readEmbedded(
  { vocabulary, taxonomy }: ExtractDeps,
  document: DocumentToExtract,
): Promise<ParsedCv | undefined> {
  const { text, alias, asOf } = document
  const cv = text.europassXml === null ? undefined : readCandidate(text.europassXml, vocabulary)
  if (!cv) return undefined
  const concepts = await taxonomy.findSkills(cv.skills)
  const occupations = await taxonomy.findOccupations(cv.experience.flatMap(({ title }) => title ?? []))
  const checker = new EvidenceChecker(text.lines)
  return {
    schema: 'parsed_cv/1.0',
    document: { ...describeDocument(document, checker.charCount), language: cv.language },
    extraction: {
      alias,
      mode: 'embedded',
      prompt_version: promptVersion,
      attempts: 0,
      chunks: 0,
      cached: false,
      complete: true,
      unverified_fields: 0,
    },
    warnings: warnAbout(text, findStructure(text, vocabulary)),
    data: composeEmbeddedCv({ asOf, concepts, occupations }, cv),
  }
}

/** XML that is malformed or nested too deeply is ignored; the visible text can still be parsed. */
function readCandidate(xml: string, vocabulary: RuleVocabulary): EuropassCv | undefined {
  try {
    return readEuropass(xml, vocabulary, documentLimits)
  } catch {
    return undefined
  }
}
