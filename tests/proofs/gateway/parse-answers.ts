// Parses answers from a socket as strictly as possible: a lenient client would miss malformed ones.

export type Answer = {
  status: number
  /** Names as sent, in their order. */
  headers: readonly (readonly [name: string, value: string])[]
  body: Buffer
  /** From the first byte of the status line to the last byte of the body. */
  bytes: Buffer
}

export type ParsedAnswers = {
  answers: readonly Answer[]
  /** Bytes after the last complete answer: normally none, or the start of the next one. */
  rest: Buffer
  /** Why the bytes are not a sequence of answers; undefined if they are. */
  fault: string | undefined
}

const statusLine = /^HTTP\/1\.1 ([1-5]\d\d) [\t -~]*$/
const headerLine = /^([!#$%&'*+.^_`|~\dA-Za-z-]+):[\t ]*([\t -~]*?)[\t ]*$/
const headEnd = Buffer.from('\r\n\r\n')

export function parseAnswers(bytes: Buffer): ParsedAnswers {
  const answers: Answer[] = []
  let rest = bytes
  while (rest.length > 0) {
    const read = readAnswer(rest)
    if (read === 'unfinished') break
    if (typeof read === 'string') return { answers, rest, fault: read }
    answers.push(read)
    rest = rest.subarray(read.bytes.length)
  }
  return { answers, rest, fault: undefined }
}

export function headerOf({ headers }: Answer, name: string): string | undefined {
  return headers.find(([own]) => own.toLowerCase() === name)?.[1]
}

function readAnswer(bytes: Buffer): Answer | string {
  const endOfHead = bytes.indexOf(headEnd)
  if (endOfHead < 0) return 'unfinished'
  const [first = '', ...lines] = bytes.toString('latin1', 0, endOfHead).split('\r\n')
  const status = Number(statusLine.exec(first)?.[1])
  if (!status) return `the status line is ${JSON.stringify(first.slice(0, 80))}`
  const headers: [string, string][] = []
  for (const line of lines) {
    const [, name, value] = headerLine.exec(line) ?? []
    if (name === undefined || value === undefined) return `a header is ${JSON.stringify(line.slice(0, 80))}`
    headers.push([name, value])
  }
  const bodyStart = endOfHead + headEnd.length
  const head = { status, headers, body: Buffer.alloc(0), bytes: bytes.subarray(0, bodyStart) }
  // Informational and empty statuses have no body.
  if (status < 200 || status === 204 || status === 304) return head
  return readBody(head, bytes, bodyStart)
}

function readBody(head: Answer, bytes: Buffer, start: number): Answer | string {
  const lengths = head.headers.filter(([name]) => name.toLowerCase() === 'content-length')
  const coding = headerOf(head, 'transfer-encoding')
  if (lengths.length + (coding === undefined ? 0 : 1) !== 1)
    return 'it does not state the length of its body exactly once'
  if (coding !== undefined)
    return coding === 'chunked' ? readChunks(head, bytes, start) : `its transfer coding is ${coding}`
  const text = lengths[0]?.[1] ?? ''
  if (!/^\d+$/.test(text)) return `its length is ${JSON.stringify(text)}`
  const end = start + Number(text)
  if (bytes.length < end) return 'unfinished'
  return { ...head, body: bytes.subarray(start, end), bytes: bytes.subarray(0, end) }
}

function readChunks(head: Answer, bytes: Buffer, start: number): Answer | string {
  const parts: Buffer[] = []
  let at = start
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return 'unfinished'
    const size = bytes.toString('latin1', at, lineEnd)
    if (!/^[\da-f]{1,8}$/i.test(size)) return `the size of a chunk is ${JSON.stringify(size.slice(0, 20))}`
    const chunkStart = lineEnd + 2
    const chunkEnd = chunkStart + Number.parseInt(size, 16)
    if (bytes.length < chunkEnd + 2) return 'unfinished'
    if (bytes.toString('latin1', chunkEnd, chunkEnd + 2) !== '\r\n') return 'a chunk does not end with CR LF'
    if (chunkEnd === chunkStart)
      return { ...head, body: Buffer.concat(parts), bytes: bytes.subarray(0, chunkEnd + 2) }
    parts.push(bytes.subarray(chunkStart, chunkEnd))
    at = chunkEnd + 2
  }
}
