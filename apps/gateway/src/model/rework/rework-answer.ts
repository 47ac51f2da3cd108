// Rewrites a provider's whole answer for the caller. Only the work whose duration grows with the size of the answer is
// done here, so that it can run in another thread.
import { type EmbeddingEncoding, encodeEmbeddings } from '../../wire/encode-embeddings.ts'
import { quoteName, readModelName, rewriteAnswer } from '../../wire/replace-model.ts'
import { answerFieldsOf, scanAnswer } from '../../wire/scan-answer.ts'
import { translateChatAnswer } from '../../wire/translate-completion.ts'

export type ReworkOptions = {
  alias: string
  hiddenFields: readonly string[]
  /** Encoding in which the caller wants its embeddings. */
  encoding?: EmbeddingEncoding | undefined
  /** Whether a chat answer is translated to the legacy completion format. */
  isToCompletion?: boolean
}

export type ReworkedAnswer = {
  /** The answer with the alias as its model and without fields that reveal the provider. */
  body: Buffer
  /** The answer's `usage` object, as JSON. */
  usage: Buffer | undefined
  /** The model name in the provider's answer. */
  model: string | undefined
}

/** Undefined if the bytes are not an answer: an error, or not a single JSON object. */
export function reworkAnswer(
  bytes: Buffer,
  { alias, hiddenFields, encoding, isToCompletion = false }: ReworkOptions,
): ReworkedAnswer | undefined {
  const scan = scanAnswer(bytes, 0, answerFieldsOf(hiddenFields))
  if (!scan?.isWhole || scan.hasError) return undefined
  const rewritten = rewriteAnswer(bytes, scan, quoteName(alias))
  const translated = isToCompletion
    ? translateChatAnswer(rewritten)
    : encoding && encodeEmbeddings(rewritten, encoding)
  return {
    body: translated ?? rewritten,
    // Copied, because `bytes` may have been transferred by the time it is read.
    usage: scan.usage && Buffer.from(bytes.subarray(scan.usage.start, scan.usage.end)),
    model: readModelName(bytes, scan.models),
  }
}
