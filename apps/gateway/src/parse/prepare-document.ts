// Reads a document's text, or finds the result of an earlier parse, and estimates the cost of parsing it.
import { createHash } from 'node:crypto'
import type { ApiKey } from '@gatehouse/keys/api-key'
import type { AliasEntry } from '@gatehouse/models/alias'
import { Fault } from '@gatehouse/runtime/fault'
import type { DocumentText } from '@gatehouse/parsing/document-text'
import { estimateQuestion } from '@gatehouse/parsing/extract-document'
import type { ParseKind } from '@gatehouse/parsing/subject'
import { promptVersion } from '@gatehouse/parsing/write-question'
import { documentTooLarge, documentUnsupported, documentWithoutText, overloaded } from '../gateway-faults.ts'
import { type Estimate, contextTokensMax, estimateTokens, priceEstimate } from '../model/estimate-call.ts'
import type { ParseDeps, ParseResultKey } from './open-parsing.ts'

export type PreparedDocument = { sha256: string; resultKey: ParseResultKey } &
  /** JSON of an earlier result. */
  ({ kind: 'found'; json: Buffer } | { kind: 'read'; text: DocumentText })

export type DocumentToPrepare = {
  parseKind: ParseKind
  bytes: Buffer
  /** SHA-256 of the bytes. */
  hash: Buffer
  key: Pick<ApiKey, 'companyId'>
  entry: AliasEntry
  /** Company on whose behalf the platform parses the document; the result is kept for that company only. */
  concernedCompanyId: string | undefined
}

type PrepareDeps = { parsing: Pick<ParseDeps['parsing'], 'reader' | 'results'> }

/** Throws if the document cannot be read. The bytes must not be read afterwards. */
export async function prepareDocument(
  { parsing: { reader, results }, threads }: Pick<ParseDeps, 'threads'> & PrepareDeps,
  { parseKind, bytes, hash, key, entry, concernedCompanyId }: DocumentToPrepare,
): Promise<PreparedDocument> {
  const cacheKey = cacheKeyOf(hash, parseKind, entry)
  const companyId = concernedCompanyId ?? key.companyId
  const known = { sha256: hash.toString('hex'), resultKey: { companyId, cacheKey } }
  const stored = await results.find(known.resultKey).catch(retryLater)
  const reading = stored && { bytes: stored, options: parseKind, owner: companyId }
  // A result stored by an older release may not match the schema; the document is then parsed again.
  const found = reading && (await threads.run('readStoredResult', reading))
  if (found) return { ...known, kind: 'found', json: found.json }
  const outcome = await reader.read(bytes, companyId)
  if (outcome.kind === 'read') return { ...known, kind: 'read', text: outcome.text }
  if (outcome.kind === 'unavailable') throw overloaded()
  const { code, message } = outcome
  switch (code) {
    case 'TOO_LARGE':
      throw documentTooLarge(message)
    case 'UNSUPPORTED_DOCUMENT':
      throw documentUnsupported(message)
    case 'NO_TEXT':
      throw documentWithoutText(message)
  }
}

/** Reading a result has no effect, so the caller may retry even if the answer of Postgres was lost. */
function retryLater(thrown: unknown): never {
  throw thrown instanceof Fault && thrown.isOutcomeUnknown ? overloaded() : thrown
}

/**
 * Hashes the bytes and everything else the result depends on: the kind of parse, the prompt version, the alias and its
 * routes.
 */
function cacheKeyOf(hash: Buffer, parseKind: ParseKind, { alias, routes }: AliasEntry): Buffer {
  const answering = routes.map(({ baseUrl, providerModel }) => [baseUrl, providerModel])
  return createHash('sha256')
    .update(hash)
    .update(JSON.stringify([parseKind, promptVersion, alias, answering]))
    .digest()
}

/** An answer has about half as many tokens as its document, and no chunk's answer exceeds the alias's output limit. */
const outputTokensPerInputToken = 0.5
const outputTokensMin = 500

/** Estimates the credits to hold for a parse. Stored results, and documents that need no model, cost nothing. */
export function estimateParse(
  parseKind: ParseKind,
  document: PreparedDocument,
  { maxOutputTokens, price }: Pick<AliasEntry, 'maxOutputTokens' | 'price'>,
): Estimate {
  const { bytes, chunks } =
    document.kind === 'found' ? { bytes: 0, chunks: 0 } : estimateQuestion(parseKind, document.text)
  const outputTokensMax = maxOutputTokens * chunks
  const requestedOutputTokens = Math.max(
    outputTokensMin * chunks,
    Math.ceil((bytes / 4) * outputTokensPerInputToken),
  )
  const alias = { outputTokensMax, outputTokensAssumed: outputTokensMax, contextTokensMax }
  return priceEstimate(
    estimateTokens({ bodyBytes: bytes, askedOutputTokens: requestedOutputTokens, alias }),
    { price },
  )
}
