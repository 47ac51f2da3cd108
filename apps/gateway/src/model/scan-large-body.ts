// Does for a large request in a worker thread what is done for a small one on the event loop: every pass over its bytes.
import { hashCall } from '../call/endpoint.ts'
import { findTopLevelFields } from '@gatehouse/bytes/json-cursor'
import { type InvalidBody, type ScannedBody, scanRequestBody } from '../wire/scan-request-body.ts'
import { type TranslatedRequest, translateCompletionRequest } from '../wire/translate-completion.ts'

export type LargeBodyOptions = {
  /** Path of the endpoint, if the call has an Idempotency-Key and its hash is needed. */
  hashedWith: string | undefined
  /** Fields that any alias rejects. */
  rejectedFields: readonly string[]
  /** Whether the request may have to be translated from a legacy completion to chat. */
  isCompletion: boolean
}

export type LargeBody =
  | { scan: InvalidBody }
  | {
      scan: ScannedBody
      body: Buffer
      /** Those of `rejectedFields` that the body has at its top level. */
      foundFields: readonly string[]
      hash: Buffer | undefined
      translated: Buffer | undefined
      translatedScan: ScannedBody | InvalidBody | undefined
      refusal: string | undefined
    }

export function scanLargeBody(
  body: Buffer,
  { hashedWith, rejectedFields, isCompletion }: LargeBodyOptions,
): LargeBody {
  const scan = scanRequestBody(body)
  if (scan.kind === 'invalid') return { scan }
  return {
    scan,
    body,
    foundFields: rejectedFields.length === 0 ? [] : findTopLevelFields(body, rejectedFields),
    hash: hashedWith === undefined ? undefined : hashCall(hashedWith, body),
    ...toChat(isCompletion ? translateCompletionRequest(body) : undefined),
  }
}

function toChat(translated: TranslatedRequest | undefined) {
  const nothing = { translated: undefined, translatedScan: undefined, refusal: undefined }
  if (translated === undefined) return nothing
  if (translated.kind === 'refused') return { ...nothing, refusal: translated.message }
  const { body } = translated
  return { translated: body, translatedScan: scanRequestBody(body), refusal: undefined }
}
