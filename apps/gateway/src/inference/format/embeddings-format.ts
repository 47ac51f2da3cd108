// Vectors in the encoding the caller asked for, whatever the provider makes of the wish: the official client asks for
// base64 and cannot read anything else then.
import { readEncodingFormat } from '../../wire/encode-embeddings.ts'
import { embeddingsEndpoint } from '../endpoint.ts'
import { type WireFormat, sameFormat } from './wire-format.ts'

export const embeddingsFormat: WireFormat = {
  ...sameFormat(embeddingsEndpoint.path),
  encodingOf: (call) => readEncodingFormat(call.body, call.scan),
}
