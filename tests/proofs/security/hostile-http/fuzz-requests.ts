// Requests that are nearly valid, and some that are random bytes.
import type { Random } from '../../kit/seeded-random.ts'
import { hostileShapes } from './hostile-shapes.ts'
import { mutateBytes, randomBytesOf } from './mutate-bytes.ts'

const tokens = [
  '\r\n',
  '\n',
  '\r',
  '\u0000',
  '\r\n\r\n',
  '\r\n ',
  '\r\n\t',
  ': ',
  ' ',
  ',',
  'content-length: 0\r\n',
  'content-length: 18446744073709551616\r\n',
  'transfer-encoding: chunked\r\n',
  'transfer-encoding: identity\r\n',
  'connection: close\r\n',
  'connection: keep-alive, upgrade\r\nupgrade: h2c\r\n',
  'expect: 100-continue\r\n',
  'host: b\r\n',
  'authorization: Bearer\r\n',
  'content-type: text/plain\r\n',
  '0\r\n\r\n',
  'ffffffff\r\n',
  ' HTTP/1.0\r\n',
  '%00',
  '/../',
  '"model"',
  '"stream":true',
  '{"a":'.repeat(40),
  '\u00ff\u00fe',
].map((token) => Buffer.from(token, 'latin1'))

/** Longer shapes are tried separately; here they would only use up bandwidth. */
const shapeBytesMax = 400

export type RequestFuzzer = { next(): Buffer }

export function createRequestFuzzer(random: Random, rawKey: string): RequestFuzzer {
  const shapes = hostileShapes.map(({ bytes }) => bytes).filter(({ length }) => length <= shapeBytesMax)
  return {
    next() {
      const kind = random.fraction()
      if (kind < 0.05) return randomBytesOf(random, 200)
      if (kind < 0.25) return mutateBytes(random, random.pick(shapes), tokens)
      return mutateBytes(random, composeSeed(random, rawKey), tokens)
    },
  }
}

const bodies = [
  '{"model":"svc/chat-cheap","max_tokens":2,"messages":[{"role":"user","content":"Hello"}]}',
  '{"model":"svc/chat-cheap","stream":true,"max_tokens":2,"messages":[{"role":"user","content":"Hi"}]}',
  '{"model":"svc/embed-default","input":"Hello"}',
  '{"model":"nothing"}',
  '[]',
]

/** A valid request from a fresh address; otherwise the address limit would refuse them all. */
function composeSeed(random: Random, rawKey: string): Buffer {
  const octet = () => random.integer(1, 254)
  const key = random.fraction() < 0.3 ? rawKey : 'svc_live_nonsense'
  const head = [
    'host: gateway',
    `x-forwarded-for: 100.${octet()}.${octet()}.${octet()}`,
    `authorization: Bearer ${key}`,
  ]
  const target = random.pick(['/llm/v1/models', '/healthz', '/nowhere', '/llm/v1/chat/completions'])
  if (target !== '/llm/v1/chat/completions')
    return Buffer.from(
      `${random.pick(['GET', 'GET', 'OPTIONS'])} ${target} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`,
    )
  const body = random.pick(bodies)
  const [length, sent] =
    random.fraction() < 0.5
      ? [`content-length: ${body.length}`, body]
      : ['transfer-encoding: chunked', `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`]
  const lines = [...head, 'content-type: application/json', length]
  return Buffer.from(`POST ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${sent}`)
}
