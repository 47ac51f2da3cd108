// The steps of an extraction that compute, for up to half a second. What they exchange is plain data, so that a service
// can run them in another thread.
import type { ParsingWarning } from '../parsing-warning.ts'
import { warnAbout } from '../parsing-warning.ts'
import type { DocumentText } from '../document-text.ts'
import type { EuropassCv } from '../europass/europass-cv.ts'
import { readEuropass } from '../europass/read-europass.ts'
import { documentLimits } from '../limits/document-limits.ts'
import { type DocumentStructure, findStructure } from '../rules/find-structure.ts'
import { monthNames } from '@gatehouse/reading/month-names'
import type { RuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import type { DocumentAnswers } from './ask/ask-about-document.ts'
import type { Boundaries } from './ask/split-chunks.ts'
import type { ComposeContext } from './compose/compose-context.ts'
import { composeCv } from './compose/compose-cv.ts'
import { composeEmbeddedCv } from './compose/compose-embedded-cv.ts'
import { composeJd } from './compose/compose-jd.ts'
import { quotedSkills } from './compose/compose-skills.ts'
import { boundAnswer, mergeCvAnswers, mergeJdAnswers } from './compose/merge-answers.ts'
import { createEntryBlocks } from './evidence/entry-blocks.ts'
import { EvidenceChecker } from './evidence/evidence-checker.ts'
import type { ParsedCv } from './parsed/parsed-cv.ts'
import type { ParsedJd } from './parsed/parsed-jd.ts'
import type { CvAnswer } from './question/cv-answer.ts'
import type { JdAnswer } from './question/jd-answer.ts'
import type { ParseKind } from './question/subject.ts'
import { maskContacts, promptVersion } from './question/write-question.ts'

export type StepDeps = {
  vocabulary: RuleVocabulary
  /** Returns an ISO 639-1 code, or null if the language is unclear. */
  detectLanguage: (text: string) => string | null
}

/** What the rules found in a document. */
export type PreparedText = {
  text: DocumentText
  structure: DocumentStructure
  language: string | null
  /** The exact description embedded in a Europass document, which needs no model. */
  embedded: EuropassCv | undefined
}

/** Names that are looked up in the taxonomy. */
export type Names = { skills: readonly string[]; titles: readonly string[] }

/** What asking a model requires of the prepared text. */
export type Questions = {
  boundaries: Boundaries
  /** Lines in which contact details are masked. */
  masked: readonly { number: number; text: string }[]
}

export function prepareText(
  { vocabulary, detectLanguage }: StepDeps,
  kind: ParseKind,
  text: DocumentText,
): PreparedText {
  const embedded =
    kind === 'cv' && text.europassXml !== null ? readCandidate(text.europassXml, vocabulary) : undefined
  if (embedded) {
    return { text, embedded, structure: findStructure(text, vocabulary), language: embedded.language }
  }
  const language = detectLanguage(text.lines.map((line) => line.text).join('\n'))
  const structure = findStructure(text, vocabulary, language === null ? {} : { language })
  return { text, embedded, structure, language }
}

/** XML that is malformed or nested too deeply is ignored; the visible text can still be parsed. */
function readCandidate(xml: string, vocabulary: RuleVocabulary): EuropassCv | undefined {
  try {
    return readEuropass(xml, vocabulary, documentLimits)
  } catch {
    return undefined
  }
}

export function questionsOf(kind: ParseKind, { text, structure }: PreparedText): Questions {
  const { headings, dateRanges } = structure
  // The model is asked for the contact details of a job posting; those of a person are found by rules and masked.
  const lines = kind === 'cv' ? maskContacts(text.lines, structure) : text.lines
  return {
    boundaries: {
      headings: headings.map(({ span: { line } }) => ({ span: { line } })),
      dateRanges: dateRanges.map(({ spans }) => ({ spans: spans.slice(0, 1).map(({ line }) => ({ line })) })),
    },
    masked: lines
      .filter((line, index) => line.text !== text.lines[index]?.text)
      .map(({ number, text: masked }) => ({ number, text: masked })),
  }
}

/** Names in the embedded description; undefined if there is none. */
export function embeddedNames({ embedded }: PreparedText): Names | undefined {
  return embedded && { skills: embedded.skills, titles: titlesOf(embedded.experience) }
}

export type MergedAnswer = { isCut: boolean; names: Names } & (
  | { kind: 'cv'; answer: CvAnswer }
  | { kind: 'jd'; answer: JdAnswer }
)

/** Answers about the chunks of one document. */
export type ChunkAnswers =
  | { kind: 'cv'; answers: readonly CvAnswer[] }
  | { kind: 'jd'; answers: readonly JdAnswer[] }

/** Returns undefined if none of the chunks was answered. */
export function mergeAnswers(chunks: ChunkAnswers, lineCount: number): MergedAnswer | undefined {
  if (chunks.kind === 'cv') {
    const merged = mergeCvAnswers(chunks.answers)
    if (!merged) return undefined
    const { answer, isCut } = boundAnswer(merged, lineCount)
    const skills = quotedSkills(answer).map(({ name }) => name)
    return { kind: 'cv', answer, isCut, names: { skills, titles: titlesOf(answer.experience) } }
  }
  const merged = mergeJdAnswers(chunks.answers)
  if (!merged) return undefined
  const { answer, isCut } = boundAnswer(merged, lineCount)
  const skills = answer.requirements.flatMap(({ skill_name }) => skill_name ?? [])
  return { kind: 'jd', answer, isCut, names: { skills, titles: answer.title === null ? [] : [answer.title] } }
}

function titlesOf(experience: readonly { title: string | null }[]): string[] {
  return experience.flatMap(({ title }) => title ?? [])
}

/** How the model was asked. */
export type Asked = Pick<DocumentAnswers<unknown>, 'mode' | 'attempts' | 'chunks' | 'isComplete'>

/** What is known of the document besides its text. */
export type DocumentFacts = { sha256: string; alias: string; asOf: string }

export type Found = Pick<ComposeContext, 'concepts' | 'occupations'>

export type Composition = { facts: DocumentFacts; found: Found; asked: Asked; merged: MergedAnswer }

export function composeParsed(
  { vocabulary }: Pick<StepDeps, 'vocabulary'>,
  prepared: PreparedText,
  { facts, found, asked, merged }: Composition,
): ParsedCv | ParsedJd {
  const { text, structure, language } = prepared
  const context: ComposeContext = {
    checker: new EvidenceChecker(text.lines),
    blockAt: createEntryBlocks({ ...structure, lines: text.lines }),
    structure,
    links: text.links,
    vocabulary,
    months: monthNames(language ?? undefined),
    asOf: facts.asOf,
    quality: text.ocrPages.length > 0 ? scanQuality : 1,
    ...found,
  }
  const data = merged.kind === 'cv' ? composeCv(context, merged.answer) : composeJd(context, merged.answer)
  const complete = { ...asked, isComplete: asked.isComplete && !merged.isCut }
  const described = describe(prepared, facts, { asked: complete, merged, checker: context.checker })
  const schema = merged.kind === 'cv' ? 'parsed_cv/1.0' : 'parsed_jd/1.0'
  return { schema, ...described, data } as ParsedCv | ParsedJd
}

const scanQuality = 0.9

type Described = Pick<ParsedCv, 'document' | 'extraction' | 'warnings'>

const expectedType: Readonly<Record<ParseKind, string>> = { cv: 'cv', jd: 'job_posting' }

function describe(
  { text, structure, language }: PreparedText,
  facts: DocumentFacts,
  { asked, merged, checker }: { asked: Asked; merged: MergedAnswer; checker: EvidenceChecker },
): Described {
  const warnings = [...warnAbout(text, structure), ...checker.warnings]
  if (!asked.isComplete) warnings.push(incomplete)
  const documentType = merged.answer.document_type
  if (documentType !== expectedType[merged.kind]) warnings.push(unexpectedType(documentType))
  return {
    document: { ...describeDocument(text, facts, checker.charCount), language },
    extraction: {
      alias: facts.alias,
      mode: asked.mode,
      prompt_version: promptVersion,
      attempts: asked.attempts,
      chunks: asked.chunks,
      cached: false,
      complete: asked.isComplete,
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
  text: DocumentText,
  { sha256, asOf }: DocumentFacts,
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

/** Composes the result of the description embedded in a Europass document. */
export function composeEmbedded(
  { text, structure, language, embedded }: PreparedText & { embedded: EuropassCv },
  { facts, found }: Pick<Composition, 'facts' | 'found'>,
): ParsedCv {
  const checker = new EvidenceChecker(text.lines)
  return {
    schema: 'parsed_cv/1.0',
    document: { ...describeDocument(text, facts, checker.charCount), language },
    extraction: {
      alias: facts.alias,
      mode: 'embedded',
      prompt_version: promptVersion,
      attempts: 0,
      chunks: 0,
      cached: false,
      complete: true,
      unverified_fields: 0,
    },
    warnings: warnAbout(text, structure),
    data: composeEmbeddedCv({ asOf: facts.asOf, ...found }, embedded),
  }
}
