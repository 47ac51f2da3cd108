// What a worker thread does for a parse: everything that takes longer the longer the document is, except PDF and DOCX,
// which are read in processes of their own. Between the steps the main thread keeps what a step found as bytes, because
// turning it into objects takes as long as some of the steps.
import { deserialize, serialize } from 'node:v8'
import { detectLanguage } from '@gatehouse/documents/detect-language'
import { documentLimits } from '@gatehouse/parsing/document-limits'
import type { DocumentText } from '@gatehouse/parsing/document-text'
import { type StepComposition, composeDocument } from '@gatehouse/parsing/extract-document'
import {
  type ChunkAnswers,
  type MergedAnswer,
  type PreparedText,
  type StepDeps,
  embeddedNames,
  mergeAnswers,
  prepareText,
  questionsOf,
} from '@gatehouse/parsing/extraction-steps'
import { parsedCvSchema } from '@gatehouse/parsing/parsed-cv'
import { parsedJdSchema } from '@gatehouse/parsing/parsed-jd'
import { readDocument } from '@gatehouse/parsing/read-document'
import type { ParseKind } from '@gatehouse/parsing/subject'
import { createRuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import { Fault } from '@gatehouse/runtime/fault'
import * as vocabulary from '@gatehouse/vocabulary/choose-concept'
import { hashDocument } from './hash-document.ts'
import { type ParseBody, readParseRequest } from './read-parse-request.ts'

let stepDeps: StepDeps | undefined

/** Created by the first document: it takes a moment, and many threads never parse. */
function openSteps(): StepDeps {
  return (stepDeps ??= { vocabulary: createRuleVocabulary(), detectLanguage })
}

/** Reads the document from the body of a request; `refusal` says why it cannot be read. */
export async function readParseBody(body: Buffer, form: Omit<ParseBody, 'body'>) {
  try {
    const { bytes, model } = await readParseRequest({ body, ...form })
    return { bytes, model, hash: hashDocument(bytes) }
  } catch (thrown) {
    if (thrown instanceof Fault && thrown.kind === 'invalid') return { refusal: thrown.publicMessage }
    throw thrown
  }
}

export async function readTextDocument(bytes: Buffer) {
  const readPdf = () => Promise.reject(new Error('no PDF'))
  return readDocument(bytes, { limits: documentLimits, readPdf })
}

/** Reads a stored result; undefined if an older release stored it in another form. */
export function readStoredResult(bytes: Buffer, kind: ParseKind): { json: Buffer } | undefined {
  const schema = kind === 'cv' ? parsedCvSchema : parsedJdSchema
  const { success, data } = schema.safeParse(JSON.parse(bytes.toString()))
  if (!success) return undefined
  data.extraction.cached = true
  return { json: Buffer.from(JSON.stringify(data)) }
}

export function prepareExtraction(_: Buffer, { kind, text }: { kind: ParseKind; text: DocumentText }) {
  const prepared = prepareText(openSteps(), kind, text)
  return {
    ...questionsOf(kind, prepared),
    embedded: embeddedNames(prepared),
    prepared: serialize(prepared),
  }
}

export function mergeExtraction(
  _: Buffer,
  { chunks, lineCount }: { chunks: ChunkAnswers; lineCount: number },
) {
  const merged = mergeAnswers(chunks, lineCount)
  return merged && { merged: serialize(merged), names: merged.names }
}

export function namesToFind(_: Buffer, names: vocabulary.NamesByKind) {
  return vocabulary.namesToFind(names)
}

export function chooseConcepts(
  _: Buffer,
  { names, found }: { names: vocabulary.NamesByKind; found: vocabulary.NamedByKind },
) {
  return vocabulary.chooseConcepts(names, found)
}

export function composeExtraction(
  bytes: Buffer,
  { answered, ...rest }: StepComposition<Uint8Array>,
): { json: Buffer; isComplete: boolean } {
  const parsed = composeDocument(openSteps(), deserialize(bytes) as PreparedText, {
    ...rest,
    answered: answered && { ...answered, merged: deserialize(answered.merged) as MergedAnswer },
  })
  return { json: Buffer.from(JSON.stringify(parsed)), isComplete: parsed.extraction.complete }
}
