import { type HttpReply, type HttpRequest, type Route, defineRoute } from '@gatehouse/http/define-route'
import { Fault } from '@gatehouse/runtime/fault'
import { type Headers, assetHeaders, immutable, pageHeaders } from '../../console/console-headers.ts'
import { consolePaths } from '../../console/console-paths.ts'
import {
  type ConsoleFile,
  type ConsoleFiles,
  type ContentEncoding,
  readConsole,
} from '../../console/read-console.ts'

type ConsoleSettings = { directory: string | undefined; gatewayUrl: string | undefined }

/**
 * The console for people, from the backend's own origin; none without a directory. The files come from memory and are
 * not counted by the address limit: refusing them would cost as much, and would leave a page half loaded.
 */
export function consoleRoutes({ directory, gatewayUrl }: ConsoleSettings): Route[] {
  if (directory === undefined) return []
  const files = readConsole(directory, gatewayUrl)
  const headers = pageHeaders(gatewayUrl)
  const served = { files, headers }
  const single = [...files.keys()].filter((path) => path !== '/index.html' && !path.startsWith('/assets/'))
  return [
    ...consolePaths.map((path) => fileRoute(path, served, () => '/index.html')),
    ...single.map((path) => fileRoute(path, served, () => path)),
    fileRoute('/assets/*', served, (name) => `/assets/${name}`),
    notFoundRoute(served),
  ]
}

/** The files, and the headers of those that are pages. */
type ServedConsole = { files: ConsoleFiles; headers: Headers }

function fileRoute(
  path: string,
  { files, headers }: ServedConsole,
  pathOf: (wildcard: string) => string,
): Route {
  return defineRoute({
    method: 'GET',
    path,
    statuses: [200, 304, 404],
    isQuiet: true,
    async handle(request, reply) {
      const wildcard = (request.params as Readonly<Record<string, string>>)['*'] ?? ''
      const file = files.get(pathOf(wildcard))
      if (!file) throw noSuchFile()
      return send(file, request, reply.headers(headersOf(file, headers)))
    },
  })
}

/** The console shows what a mistyped address can be; search engines and monitors see the status. */
function notFoundRoute({ files, headers }: ServedConsole): Route {
  return defineRoute({
    method: 'GET',
    path: '/index.html',
    statuses: [404],
    isQuiet: true,
    answersUnknownPages: true,
    async handle(request, reply) {
      const file = files.get('/index.html')
      if (!file) throw noSuchFile()
      return sendBody(file, request, reply.code(404).headers(headers))
    },
  })
}

function headersOf(file: ConsoleFile, ofPages: Headers): Headers {
  if (file.contentType.startsWith('text/html')) return ofPages
  return { ...assetHeaders, 'cache-control': file.isImmutable ? immutable : 'public, max-age=300' }
}

function send(file: ConsoleFile, request: HttpRequest, reply: HttpReply): HttpReply {
  reply.header('etag', file.etag)
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  return sendBody(file, request, reply)
}

function sendBody(file: ConsoleFile, request: HttpRequest, reply: HttpReply): HttpReply {
  const encoding = chooseEncoding(file, request.headers['accept-encoding'])
  reply.header('vary', 'accept, accept-encoding')
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.header('content-type', file.contentType).send(file.bodies[encoding])
}

function chooseEncoding({ bodies }: ConsoleFile, accepted = ''): ContentEncoding {
  const names = new Set(accepted.split(',').map((entry) => entry.split(';')[0]?.trim()))
  if (bodies.br && names.has('br')) return 'br'
  return bodies.gzip && names.has('gzip') ? 'gzip' : 'identity'
}

function noSuchFile(): Fault {
  return new Fault({
    kind: 'not_found',
    code: 'console.no_file',
    publicMessage: 'The console has no such file. It was probably updated: reload the page.',
  })
}
