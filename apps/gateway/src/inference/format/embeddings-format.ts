// Returns vectors in the encoding the caller requested, even if the provider ignores it: the official client requests
// base64 and can then read nothing else.
import { readEncodingFormat } from '../../wire/encode-embeddings.ts'
import { embeddingsEndpoint } from '../endpoint.ts'
import { type WireFormat, passThroughFormat } from './wire-format.ts'

export const embeddingsFormat: WireFormat = {
  ...passThroughFormat(embeddingsEndpoint.path),
  encodingOf: (call) => readEncodingFormat(call.body, call.scan),
}
