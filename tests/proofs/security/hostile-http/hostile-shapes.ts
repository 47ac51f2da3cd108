// Requests that are each invalid in one way. Where two parsers of the same bytes may disagree about the end of a
// request, an attacker can smuggle a second request past the first parser.

export type HostileShape = {
  name: string
  bytes: Buffer
  /** Allowed statuses, answer by answer; if empty, the connection must be closed without an answer. */
  statuses: readonly (readonly number[])[]
  /** Whether the shape must be sent in one packet, because it has another meaning if its parts arrive separately. */
  isOnePacket: boolean
}

/** A request that must never be answered: it is the body of another request, or follows a refused one. */
const hidden = 'GET /smuggled HTTP/1.1\r\nhost: a\r\n\r\n'
export const hiddenPath = '/smuggled'

const chat = '/llm/v1/chat/completions'
const refused = [[400]]
// The key is checked before the body, so the request may be refused for its key first.
const refusedEarly = [[400, 401]]
const healthy = [[200]]
const closed: readonly (readonly number[])[] = []

type ShapeTuple = readonly [name: string, text: string, statuses: HostileShape['statuses']]

/** A request without a key to a route that takes bodies. The shape supplies everything after the blank line. */
function post(headers: readonly string[], rest: string): string {
  return `POST ${chat} HTTP/1.1\r\nhost: a\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n${rest}`
}

function get(headers: readonly string[], target = '/healthz', version = 'HTTP/1.1'): string {
  return `GET ${target} ${version}\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n`
}

const chunked = 'transfer-encoding: chunked'
const empty = '0\r\n\r\n'

const lengths: readonly ShapeTuple[] = [
  ['a length and chunks', post(['content-length: 6', chunked], `${empty}X${hidden}`), refused],
  ['chunks and a length', post([chunked, 'content-length: 6'], `${empty}X${hidden}`), refused],
  ['two lengths', post(['content-length: 5', 'content-length: 6'], `hello${hidden}`), refused],
  ['the same length twice', post(['content-length: 5', 'content-length: 5'], `hello${hidden}`), refused],
  ['a list of lengths', post(['content-length: 5, 5'], `hello${hidden}`), refused],
  ['a length with a sign', post(['content-length: +5'], `hello${hidden}`), refused],
  ['a negative length', post(['content-length: -5'], hidden), refused],
  ['a hexadecimal length', post(['content-length: 0x5'], `hello${hidden}`), refused],
  ['a length with a space in it', post(['content-length: 5 5'], `hello${hidden}`), refused],
  ['an empty length', post(['content-length:'], hidden), refused],
  ['a length beyond 64 bits', post(['content-length: 99999999999999999999'], hidden), refused],
  ['a folded length', post(['content-length:\r\n 5'], `hello${hidden}`), refused],
]

const codings: readonly ShapeTuple[] = [
  [
    'chunks that are coded twice',
    post(['transfer-encoding: chunked, chunked'], `${empty}${hidden}`),
    refused,
  ],
  ['a coding behind chunks', post(['transfer-encoding: chunked, identity'], `${empty}${hidden}`), refused],
  ['an unknown coding', post(['transfer-encoding: xchunked'], `${empty}${hidden}`), refused],
  ['two codings', post([chunked, 'transfer-encoding: identity'], `${empty}${hidden}`), refused],
  ['the same coding twice', post([chunked, chunked], `${empty}${hidden}`), refused],
  ['a quoted coding', post(['transfer-encoding: "chunked"'], `${empty}${hidden}`), refused],
  ['a space before the colon', post(['transfer-encoding : chunked'], `${empty}${hidden}`), refused],
  ['a folded coding', post(['transfer-encoding:\r\n chunked'], `${empty}${hidden}`), refused],
  [
    'a coding behind a control character',
    post(['transfer-encoding: \u000bchunked'], `${empty}${hidden}`),
    refused,
  ],
  [
    'chunks in HTTP/1.0',
    `POST ${chat} HTTP/1.0\r\nhost: a\r\n${chunked}\r\n\r\n${empty}${hidden}`,
    [[400, 401]],
  ],
]

const chunks: readonly ShapeTuple[] = [
  ['a chunk size that is not a number', post([chunked], `zz\r\nhello\r\n${empty}${hidden}`), refusedEarly],
  ['a negative chunk size', post([chunked], `-5\r\nhello\r\n${empty}${hidden}`), refusedEarly],
  ['a chunk size with 0x', post([chunked], `0x5\r\nhello\r\n${empty}${hidden}`), refusedEarly],
  ['a chunk size beyond 64 bits', post([chunked], `fffffffffffffffff\r\nhello\r\n${hidden}`), refusedEarly],
  ['an empty chunk size', post([chunked], `\r\nhello\r\n${empty}${hidden}`), refusedEarly],
  ['a chunk that is longer than its size', post([chunked], `3\r\nhello\r\n${empty}${hidden}`), refusedEarly],
  ['a chunk size that ends with LF', post([chunked], `5\nhello\r\n${empty}${hidden}`), refusedEarly],
  ['a chunk that ends with LF', post([chunked], `5\r\nhello\n${empty}${hidden}`), refusedEarly],
  ['a chunk that ends with CR', post([chunked], `5\r\nhello\r0\r\n\r\n${hidden}`), refusedEarly],
  ['a NUL in a chunk size', post([chunked], `5\u0000\r\nhello\r\n${empty}${hidden}`), refusedEarly],
  ['an endless chunk extension', post([chunked], `5;${'x'.repeat(64_000)}`), [[400, 413, 431]]],
  ['an endless trailer', post([chunked], `0\r\n${'x: y\r\n'.repeat(8_000)}`), [[400, 401, 431]]],
]

const lines: readonly ShapeTuple[] = [
  ['bare line feeds', 'GET /healthz HTTP/1.1\nhost: a\n\n', refused],
  ['one bare line feed', `GET /healthz HTTP/1.1\r\nhost: a\nx: y\r\n\r\n`, refused],
  ['bare carriage returns', 'GET /healthz HTTP/1.1\rhost: a\r\r', refused],
  ['a carriage return in a value', get(['host: a', 'x: y\rz: 1']), refused],
  ['a folded header', get(['host: a', 'x: y\r\n z']), refused],
  ['a fold before the first header', `GET /healthz HTTP/1.1\r\n host: a\r\n\r\n`, refused],
  ['a NUL in a value', get(['host: a', 'x: y\u0000z']), refused],
  ['a NUL in a name', get(['host: a', 'x\u0000y: z']), refused],
  ['a NUL in the path', get(['host: a'], '/healthz\u0000'), refused],
  ['a header without a colon', get(['host: a', 'nonsense']), refused],
  ['a header without a name', get(['host: a', ': nonsense']), refused],
  ['a space in a name', get(['host: a', 'x y: z']), refused],
  ['a name beyond ASCII', get(['host: a', '\u00e9: z']), refused],
  ['a request behind blank lines', `\r\n\r\n${get(['host: a', 'connection: close'])}`, healthy],
  ['a request behind a space', ` ${get(['host: a'])}`, refused],
]

const startLines: readonly ShapeTuple[] = [
  ['not HTTP at all', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003', refused],
  ['HTTP/0.9', 'GET /healthz\r\n\r\n', refused],
  ['a method of another protocol', 'PLAY /healthz\r\n\r\n', [[400, 404]]],
  ['unsolicited HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', refused],
  ['HTTP/1.2', get(['host: a', 'connection: close'], '/healthz', 'HTTP/1.2'), refused],
  ['HTTP/9.9', get(['host: a'], '/healthz', 'HTTP/9.9'), refused],
  ['a lower-case version', get(['host: a'], '/healthz', 'http/1.1'), refused],
  ['an unknown method', 'FOO /healthz HTTP/1.1\r\nhost: a\r\n\r\n', refused],
  ['a lower-case method', 'get /healthz HTTP/1.1\r\nhost: a\r\n\r\n', refused],
  ['CONNECT', 'CONNECT a:80 HTTP/1.1\r\nhost: a\r\n\r\n', closed],
  ['TRACE', 'TRACE /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n', [[404, 405]]],
  ['a target with two spaces', 'GET /a b HTTP/1.1\r\nhost: a\r\n\r\n', refused],
  ['an absolute target', get(['host: a'], 'http://b/healthz'), refused],
  ['the target *', 'OPTIONS * HTTP/1.1\r\nhost: a\r\n\r\n', refused],
  ['a target of another host', get(['host: a', 'connection: close'], '//b/healthz'), [[404]]],
  ['a path that climbs', get(['host: a', 'connection: close'], '/llm/../../healthz'), [[404]]],
  ['a path with a NUL, escaped', get(['host: a', 'connection: close'], '/healthz%00'), [[404]]],
  ['a path with half an escape', get(['host: a', 'connection: close'], '/%'), refused],
  ['a path beyond ASCII', get(['host: a', 'connection: close'], '/\u00ff\u00fe'), [[400, 404]]],
]

const heads: readonly ShapeTuple[] = [
  ['no host', get(['connection: close']), refused],
  ['two hosts', get(['host: a', 'host: b']), refused],
  ['two authorizations', get(['host: a', 'authorization: Bearer x', 'Authorization: Bearer y']), refused],
  [
    'a second authorization behind 2,500 headers',
    get(['host: a', 'authorization: Bearer x', ...many(2_500, 'x:y'), 'authorization: Bearer y']),
    [[400, 431]],
  ],
  ['3,000 headers', get(['host: a', 'connection: close', ...many(3_000, 'x:y')]), [[200, 431]]],
  ['a header of 15 KiB', get(['host: a', 'connection: close', `x: ${'y'.repeat(15_000)}`]), healthy],
  ['a header of 100 KiB', get(['host: a', `x: ${'y'.repeat(100_000)}`]), [[431]]],
  ['a path of 100 KiB', get(['host: a'], `/${'y'.repeat(100_000)}`), [[431]]],
  ['100,000 headers', get(['host: a', ...many(100_000, 'x:y')]), [[431]]],
  ['an unknown expectation', get(['host: a', 'connection: close', 'expect: nonsense']), [[200, 400, 417]]],
  [
    'an upgrade to an unsupported protocol',
    get(['host: a', 'connection: upgrade, close', 'upgrade: websocket', 'sec-websocket-version: 13']),
    healthy,
  ],
  ['an upgrade to HTTP/2', get(['host: a', 'connection: upgrade, http2-settings', 'upgrade: h2c']), healthy],
]

const several: readonly ShapeTuple[] = [
  ['two requests in one packet', get(['host: a']) + get(['host: a', 'connection: close']), [[200], [200]]],
  [
    'two hundred requests in one packet',
    many(199, get(['host: a'])).join('') + get(['host: a', 'connection: close']),
    many(200, [200]),
  ],
  // The refusal of the garbage must not be mistaken for the answer to the request before it.
  ['garbage after a request', `${get(['host: a'])}nonsense\r\n\r\n`, [[200]]],
  [
    'garbage after a slow request',
    `${get(['host: a', 'x-forwarded-for: 203.0.113.9'], '/llm/v1/models')}nonsense\r\n\r\n`,
    [[401]],
  ],
  [
    'a body on a request without one',
    `GET /healthz HTTP/1.1\r\nhost: a\r\ncontent-length: ${hidden.length}\r\nconnection: close\r\n\r\n${hidden}`,
    healthy,
  ],
]

function many<T>(count: number, one: T): T[] {
  return Array.from({ length: count }, () => one)
}

const inPieces = [lengths, codings, chunks, lines, startLines, heads].flat()

export const hostileShapes: readonly HostileShape[] = [...inPieces, ...several].map((tuple) => {
  const [name, text, statuses] = tuple
  return { name, bytes: Buffer.from(text, 'latin1'), statuses, isOnePacket: several.includes(tuple) }
})
