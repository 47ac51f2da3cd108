// Reads the document from any of the accepted forms: JSON with the text, plain text, a file as the body, or a form with
// a file. A file's type is detected from its bytes; its name and declared type are ignored.
import { bodyInvalid } from '../gateway-faults.ts'

/** The document as bytes, and the requested alias, if any. */
export type ParseRequest = { bytes: Buffer; model: string | undefined }

export type ParseBody = {
  body: Buffer
  contentType: string | undefined
  /** The `?model=` parameter, for bodies that cannot carry an alias. */
  queriedModel: string | undefined
}

const forms = 'Send JSON with "text", text/plain, a PDF or DOCX file, or a form with a "file".'

export async function readParseRequest({
  body,
  contentType,
  queriedModel,
}: ParseBody): Promise<ParseRequest> {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (/^application\/(?:[a-z.+-]+\+)?json$/.test(type)) return readJson(body, queriedModel)
  if (type === 'multipart/form-data') return readForm(body, contentType ?? '', queriedModel)
  if (type === '' || type === 'application/x-www-form-urlencoded') throw bodyInvalid(forms)
  return { bytes: body, model: queriedModel }
}

function readJson(body: Buffer, queriedModel: string | undefined): ParseRequest {
  const value = parseJson(body)
  if (typeof value !== 'object' || value === null || !('text' in value)) {
    throw bodyInvalid('The body must be a JSON object with "text".')
  }
  if (typeof value.text !== 'string') throw bodyInvalid('text: must be a string.')
  const model = 'model' in value ? value.model : queriedModel
  if (model !== undefined && typeof model !== 'string') throw bodyInvalid('model: must be a string.')
  return { bytes: Buffer.from(value.text), model }
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    throw bodyInvalid('The body is not valid JSON.')
  }
}

async function readForm(
  body: Buffer,
  contentType: string,
  queriedModel: string | undefined,
): Promise<ParseRequest> {
  const form = await parseForm(body, contentType)
  const model = form.get('model') ?? queriedModel
  if (model !== undefined && typeof model !== 'string') throw bodyInvalid('model: must be text, not a file.')
  const document = form.get('file') ?? form.get('text')
  if (document === null) throw bodyInvalid('The form must have a "file" or a "text" field.')
  const bytes =
    typeof document === 'string' ? Buffer.from(document) : Buffer.from(await document.arrayBuffer())
  return { bytes, model }
}

async function parseForm(body: Buffer, contentType: string) {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw bodyInvalid('The body is not a valid form. Check its boundary.')
  }
}
