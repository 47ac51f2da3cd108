// What is done to a whole answer of a provider, from its bytes to the caller's: everything that takes longer the larger the
// answer is, and nothing else, so that it can be done in another thread.
import { type EmbeddingEncoding, encodeEmbeddings } from '../../../wire/encode-embeddings.ts'
import { quoteName, readModelName, rewriteAnswer } from '../../../wire/restamp-model.ts'
import { answerFieldsOf, scanAnswer } from '../../../wire/scan-answer.ts'

export type ReworkOptions = {
  alias: string
  hiddenFields: readonly string[]
  /** In which form the caller wants its embeddings. */
  encoding?: EmbeddingEncoding | undefined
}

export type ReworkedAnswer = {
  /** With the alias as its model, and without what says who wrote it. */
  body: Buffer
  /** What the answer says of its usage, as JSON. */
  usage: Buffer | undefined
  /** What the answer calls its model. */
  model: string | undefined
}

/** Undefined if it is no answer: an error, or not one JSON object. */
export function reworkAnswer(
  bytes: Buffer,
  { alias, hiddenFields, encoding }: ReworkOptions,
): ReworkedAnswer | undefined {
  const scan = scanAnswer(bytes, 0, answerFieldsOf(hiddenFields))
  if (!scan?.isWhole || scan.hasError) return undefined
  const rewritten = rewriteAnswer(bytes, scan, quoteName(alias))
  return {
    body: (encoding && encodeEmbeddings(rewritten, encoding)) ?? rewritten,
    // A copy: the bytes may be gone when it is read.
    usage: scan.usage && Buffer.from(bytes.subarray(scan.usage.start, scan.usage.end)),
    model: readModelName(bytes, scan.models),
  }
}
