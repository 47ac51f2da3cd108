// Delivery over TLS, to receivers whose certificates the process trusts as it trusts those of public receivers.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createCertificateAuthority } from '@gatehouse/testkit/certificate-authority'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestReceiver } from '../testing/start-test-receiver.ts'
import { createJudgeAddress } from './judge-address.ts'
import { createPostEvent } from './post-event.ts'

const authority = createCertificateAuthority('Test authority')
const trustedBefore = getCACertificates('default')
beforeAll(() => setDefaultCACertificates([...trustedBefore, authority.cert]))
afterAll(() => setDefaultCACertificates(trustedBefore))

const post = createPostEvent({
  clock: createSystemClock(),
  judgeAddress: createJudgeAddress([{ address: '127.0.0.1', prefixBits: 32, family: 'ipv4' }]),
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
})
const send = (url: string) =>
  post(
    { url, headers: { 'content-type': 'application/json' }, body: '{"type":"ä"}' },
    new AbortController().signal,
  )
const named = (url: string, host: string) => url.replace('127.0.0.1', host)

test('an event is delivered over TLS, to the checked address under the name of the host', async () => {
  await using receiver = await startTestReceiver({ tls: authority.issue('receiver.example') })
  const result = await send(named(receiver.url, 'receiver.example'))
  expect(result).toEqual({ kind: 'answered', statusCode: 204 })
  expect(receiver.received).toMatchObject([
    { body: '{"type":"ä"}', headers: { host: expect.stringMatching(/^receiver\.example:/) as string } },
  ])
})

const yesterday = new Date(Date.now() - 86_400_000)
const stranger = createCertificateAuthority('Unknown authority')

test.each([
  ['an unknown authority', stranger.issue('127.0.0.1'), 'it is not signed by a known authority, or the'],
  ['another host', authority.issue('other.example'), 'it is for another host.'],
  ['an earlier time', authority.issue('127.0.0.1', { until: yesterday }), 'it has expired.'],
])(
  'nothing is sent to a receiver with a certificate of %s, and the reason says so',
  async (_name, tls, why) => {
    await using receiver = await startTestReceiver({ tls })
    expect(await send(receiver.url)).toEqual({
      kind: 'failed',
      reason: expect.stringContaining(`The certificate of the receiver is not valid: ${why}`) as string,
    })
    expect(receiver.received).toEqual([])
  },
)

test('a receiver that does not speak TLS gets nothing', async () => {
  const received: Buffer[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (part) => void received.push(part))
    socket.write('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  expect(await send(`https://127.0.0.1:${port}/`)).toEqual({
    kind: 'failed',
    reason: 'The receiver did not answer with valid TLS.',
  })
  expect(Buffer.concat(received).toString('latin1')).not.toContain('type')
  server.close()
})
