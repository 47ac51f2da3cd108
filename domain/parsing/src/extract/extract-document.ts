// The whole way from a document's text to a parsed CV or a parsed job posting. The model is a port; everything else is a
// function of what it is given, and so is the result: equal answers of the model give equal results.
import { type AskDeps, askAboutDocument } from './ask/ask-about-document.ts'
import type { AskModel } from './ask/ask-model.ts'
import type { RouteHabits } from './ask/route-habits.ts'
import { chunkCharactersMax } from './ask/split-chunks.ts'
import { boundAnswer } from './build/bound-answer.ts'
import type { BuildContext } from './build/build-context.ts'
import { buildCv } from './build/build-cv.ts'
import { buildEmbeddedCv } from './build/build-embedded-cv.ts'
import { buildJd } from './build/build-jd.ts'
import { quotedSkills } from './build/build-skills.ts'
import { EvidenceDesk } from './evidence/evidence-desk.ts'
import { mergeCvAnswers, mergeJdAnswers } from './build/merge-answers.ts'
import type { EuropassCv } from '../europass/europass-cv.ts'
import { findCandidate } from '../europass/find-candidate.ts'
import { readEuropass } from '../europass/read-europass.ts'
import { documentLimits } from '../limits/document-limits.ts'
import type { ParsedCv } from './parsed/parsed-cv.ts'
import type { ParsedJd } from './parsed/parsed-jd.ts'
import { type ParsingWarning, warnAbout } from '../parsing-warning.ts'
import { maskContacts } from './question/mask-contacts.ts'
import { type ParseKind, type Subject, cvSubject, jdSubject } from './question/subject.ts'
import { promptVersion } from './question/write-question.ts'
import { type DocumentStructure, findStructure } from '../rules/find-structure.ts'
import { type RuleVocabulary, monthsFor } from '../rules/rule-vocabulary.ts'
import type { Taxonomy } from './taxonomy.ts'
import type { DocumentText } from '../text/document-text.ts'

export type ExtractDeps = {
  askModel: AskModel
  habits: RouteHabits
  vocabulary: RuleVocabulary
  taxonomy: Taxonomy
  /** ISO 639-1, or null if it cannot be told. */
  detectLanguage: (text: string) => string | null
  onProgress?: AskDeps['onProgress']
}

export type DocumentToExtract = {
  text: DocumentText
  /** Of the bytes that came. */
  sha256: string
  alias: string
  outputTokensMax: number
  /** YYYY-MM-DD: what "present" means. */
  asOf: string
  /** A word that the document's writer cannot have known. */
  mark: string
}

export type ExtractOutcome<Parsed> =
  | { kind: 'extracted'; parsed: Parsed }
  /** The model answered, but nothing that it said was of use. */
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
  const data = buildCv(context, answer)
  const isComplete = asked.isComplete && !isCut
  const described = describe(
    document,
    { ...asked, isComplete },
    { desk: context.desk, documentType: answer.document_type },
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
  const data = buildJd(context, answer)
  const isComplete = asked.isComplete && !isCut
  const described = describe(
    document,
    { ...asked, isComplete },
    { desk: context.desk, documentType: answer.document_type },
  )
  return { kind: 'extracted', parsed: { schema: 'parsed_jd/1.0', ...described, data } }
}

/** What asking about a document will send: for whoever has to know before what it may cost. */
export function estimateQuestion(kind: ParseKind, { lines, europassXml }: DocumentText): QuestionSize {
  if (kind === 'cv' && holdsCandidate(europassXml)) return { bytes: 0, chunks: 0 }
  const bytes = lines.reduce((sum, { text }) => sum + Buffer.byteLength(text) + 6, 0)
  const subject = kind === 'cv' ? cvSubject : jdSubject
  const chunks = Math.max(1, Math.ceil(bytes / chunkCharactersMax))
  const toldBytes = JSON.stringify(subject.jsonSchema).length + instructionBytes
  return { bytes: bytes + chunks * toldBytes, chunks }
}

/** As `readCandidate` sees it: whoever holds nothing for a document must not ask a model about it after all. */
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
  { askModel, habits, vocabulary, detectLanguage, onProgress }: ExtractDeps,
  { text, mark, outputTokensMax }: DocumentToExtract,
  subject: Subject<Answer>,
): Promise<Asked<Answer>> {
  const language = detectLanguage(text.lines.map((line) => line.text).join('\n'))
  const structure = findStructure(text, vocabulary, language === null ? {} : { language })
  // A posting's contact is part of what is asked for; a person's is found by rule.
  const lines = subject.kind === 'cv' ? maskContacts(text.lines, structure) : text.lines
  const answers = await askAboutDocument(
    { askModel, habits, onProgress },
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
): Promise<BuildContext> {
  const [concepts, occupations] = await Promise.all([
    taxonomy.findSkills(skills),
    taxonomy.findOccupations(titles),
  ])
  return {
    desk: new EvidenceDesk(text.lines),
    structure,
    links: text.links,
    vocabulary,
    months: monthsFor(vocabulary, language ?? undefined),
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
  { desk, documentType }: { desk: EvidenceDesk; documentType: string },
): Described {
  const warnings = [...warnAbout(text, structure), ...desk.warnings]
  if (!isComplete) warnings.push(incomplete)
  if (documentType !== expectedType[kind]) warnings.push(unexpectedType(documentType))
  return {
    document: { ...describeDocument({ text, ...document }, desk.charCount), language },
    extraction: {
      alias,
      mode,
      prompt_version: promptVersion,
      attempts,
      chunks,
      cached: false,
      complete: isComplete,
      unverified_fields: desk.unverifiedCount,
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

/** The exact description that a Europass document carries; undefined if there is none that can be read. */
async function readEmbedded(
  { vocabulary, taxonomy }: ExtractDeps,
  document: DocumentToExtract,
): Promise<ParsedCv | undefined> {
  const { text, alias, asOf } = document
  const cv = text.europassXml === null ? undefined : readCandidate(text.europassXml, vocabulary)
  if (!cv) return undefined
  const concepts = await taxonomy.findSkills(cv.skills)
  const occupations = await taxonomy.findOccupations(cv.experience.flatMap(({ title }) => title ?? []))
  const desk = new EvidenceDesk(text.lines)
  return {
    schema: 'parsed_cv/1.0',
    document: { ...describeDocument(document, desk.charCount), language: cv.language },
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
    data: buildEmbeddedCv({ asOf, concepts, occupations }, cv),
  }
}

/** What is broken or nested too deeply is no description; the visible text is still there. */
function readCandidate(xml: string, vocabulary: RuleVocabulary): EuropassCv | undefined {
  try {
    return readEuropass(xml, vocabulary, documentLimits)
  } catch {
    return undefined
  }
}
