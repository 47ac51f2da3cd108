// The built console, read into memory once: a few megabytes that never change while the process runs. The backend does
// not import the console; it serves the files of a directory.
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

export type ConsoleFile = {
  contentType: string
  /** Hashed names never get another content. */
  isImmutable: boolean
  etag: string
  /** Encoding → body; `identity` is always there. */
  bodies: Readonly<Partial<Record<ContentEncoding, Buffer>>> & { identity: Buffer }
}

export type ContentEncoding = 'br' | 'gzip' | 'identity'

/** Path in the URL, such as /assets/index-a1b2.js, → file. */
export type ConsoleFiles = ReadonlyMap<string, ConsoleFile>

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Throws if the directory has no index.html. Files of other kinds, such as the manifest of the build, are not served. */
export function readConsole(directory: string, gatewayUrl?: string): ConsoleFiles {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  const all = new Set(names)
  const files = new Map<string, ConsoleFile>()
  for (const name of names) {
    const contentType = contentTypes[extname(name)]
    if (contentType === undefined) continue
    const read = (suffix: string) => readFileSync(join(directory, `${name}${suffix}`))
    const identity = read('')
    files.set(`/${name.split(sep).join('/')}`, {
      contentType,
      isImmutable: name.startsWith(`assets${sep}`),
      etag: etagOf(identity),
      bodies: {
        identity,
        ...(all.has(`${name}.br`) && { br: read('.br') }),
        ...(all.has(`${name}.gz`) && { gzip: read('.gz') }),
      },
    })
  }
  const index = files.get('/index.html')
  if (!index) throw new Error(`${directory} has no index.html: build the console first`)
  if (gatewayUrl !== undefined) files.set('/index.html', withGateway(index, gatewayUrl))
  return files
}

/** The build does not know where the gateway is, so its address is written into the page, which is compressed anew. */
function withGateway(index: ConsoleFile, gatewayUrl: string): ConsoleFile {
  const empty = '<meta name="gateway-url" content=""'
  const content = new URL(gatewayUrl).href
    .replace(/\/$/, '')
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
  const html = index.bodies.identity.toString('utf8').replace(empty, () => empty.slice(0, -1) + `${content}"`)
  const identity = Buffer.from(html)
  return {
    ...index,
    etag: etagOf(identity),
    bodies: { identity, br: brotliCompressSync(identity), gzip: gzipSync(identity) },
  }
}

function etagOf(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}
