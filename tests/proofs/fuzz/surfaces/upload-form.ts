// However an upload is cut into chunks, the same document and model are read, or it is refused with the documented fault; the
// document is not larger than what was sent. An input is `<content type>\n<body>`.
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { type ParseRequest, readParseRequest } from '@gatehouse/gateway/parse/read-parse-request'
import { readBody } from '@gatehouse/http/read-body'
import { Fault } from '@gatehouse/runtime/fault'
import { cutInput } from '../engine/cut-input.ts'
import { type Check, type Surface, promise } from '../engine/surface.ts'

const bytesMax = 400
/** An undecodable byte becomes a replacement character of three. */
const growthMax = 3

export type UploadParts = { readBody: typeof readBody; readParseRequest: typeof readParseRequest }

type Outcome = { kind: 'read'; request: ParseRequest } | { kind: 'refused'; code: string; status: string }

export function checkUpload(parts: UploadParts): Check {
  const read = async (chunks: readonly Buffer[], contentType: string): Promise<Outcome> => {
    try {
      const body = await parts.readBody(toMessage(chunks), { bytesMax })
      return {
        kind: 'read',
        request: await parts.readParseRequest({ body, contentType, queriedModel: undefined }),
      }
    } catch (thrown) {
      if (!(thrown instanceof Fault)) throw thrown
      return { kind: 'refused', code: thrown.code, status: thrown.kind }
    }
  }
  return async (input) => {
    const end = input.indexOf(0x0a)
    const contentType = input.toString('latin1', 0, Math.max(0, end))
    const body = input.subarray(end + 1)
    const whole = await read([body], contentType)
    const cut = await read(cutInput(body), contentType)
    promise(isSame(whole, cut), 'the result does not depend on the chunks')
    if (whole.kind === 'refused') {
      promise(whole.status === 'invalid' || whole.status === 'exhausted', 'a refusal blames the request')
      promise(
        body.length <= bytesMax || whole.code === 'http.body_too_large',
        'a large body is refused as such',
      )
      return
    }
    promise(body.length <= bytesMax, 'a body over the limit is refused')
    promise(whole.request.bytes.length <= growthMax * body.length, 'the document is not larger than the body')
    promise(['string', 'undefined'].includes(typeof whole.request.model), 'the model is a name')
  }
}

/** What the HTTP server hands over: a stream of the body with its headers. */
function toMessage(chunks: readonly Buffer[]): IncomingMessage {
  const stream = Readable.from(
    chunks.filter(({ length }) => length > 0),
    { objectMode: false },
  )
  return Object.assign(stream, { headers: {}, complete: true }) as unknown as IncomingMessage
}

function isSame(one: Outcome, other: Outcome): boolean {
  if (one.kind === 'refused' || other.kind === 'refused')
    return one.kind === other.kind && 'code' in one && 'code' in other && one.code === other.code
  return one.request.bytes.equals(other.request.bytes) && one.request.model === other.request.model
}

export const surface: Surface = {
  name: 'upload-form',
  inputBytesMax: 600,
  dictionary: [
    'multipart/form-data; boundary=b',
    '--b\r\n',
    '--b--',
    'Content-Disposition: form-data; name="file"; filename="a"\r\n',
    'Content-Type: text/plain\r\n',
    '\r\n\r\n',
    'name="model"',
    "filename*=utf-8''a",
    'application/json',
    '{"text":',
  ],
  open: () => checkUpload({ readBody, readParseRequest }),
}
