import { type Socket, connect } from 'node:net'
import { defineRoute } from '../define-route.ts'
import { type TestHttp, startTestHttp } from '@gatehouse/testkit/start-test-http'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { expect, test } from 'vitest'

const hello = defineRoute({
  method: 'GET',
  path: '/',
  statuses: [200],
  handle: async () => ({ hello: true }),
})
const loopback = { address: '127.0.0.0', prefixBits: 8, family: 'ipv4' } as const

/**
 * Sends a request on the connection and resolves to whether it was answered. A refused connection may end with a reset.
 */
function isServed(socket: Socket): Promise<boolean> {
  if (socket.closed) return Promise.resolve(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  socket.once('data', () => resolve(true))
  socket.once('close', () => resolve(false))
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  return promise
}

function open(port: number, localAddress?: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', ...(localAddress ? { localAddress } : {}) })
  const { promise, resolve } = Promise.withResolvers<Socket>()
  socket.on('error', () => undefined)
  socket.once('connect', () => resolve(socket))
  socket.once('close', () => resolve(socket))
  return promise
}

const counted = async ({ metrics }: TestHttp, name: string) =>
  (await metrics.getSingleMetric(name)?.get())?.values ?? []

test('connections over the limit are closed unread, and a closed connection frees its place', async () => {
  await using http = await startTestHttp([hello], { connectionLimits: { max: 2, perAddressMax: undefined } })
  const [first, second] = [await open(http.port), await open(http.port)]
  expect(await isServed(first)).toBe(true)
  expect(await isServed(second)).toBe(true)
  for (let attempt = 0; attempt < 3; attempt += 1) expect(await isServed(await open(http.port))).toBe(false)
  // Connections that are already open are not affected.
  expect(await isServed(first)).toBe(true)
  expect(await counted(http, 'gatehouse_http_connections')).toMatchObject([{ value: 2 }])
  expect(await counted(http, 'gatehouse_http_connections_refused_total')).toMatchObject([
    { value: 3, labels: { reason: 'total' } },
  ])
  const warnings = http.logs.filter(({ message }) => message.startsWith('refusing connections'))
  expect(warnings).toMatchObject([{ level: 'warn', context: { reason: 'total', max: 2 } }])
  first.destroy()
  const hasRoom = async () => {
    const next = await open(http.port)
    const served = await isServed(next)
    next.destroy()
    return served
  }
  await waitUntil(hasRoom, { withinMs: 30_000, what: 'a connection is accepted again' })
  second.destroy()
})

test('one address gets no more than its share of the connections', async () => {
  await using http = await startTestHttp([hello], { connectionLimits: { max: 100, perAddressMax: 2 } })
  const mine = [await open(http.port), await open(http.port)]
  for (const socket of mine) expect(await isServed(socket)).toBe(true)
  expect(await isServed(await open(http.port))).toBe(false)
  const another = await open(http.port, '127.0.0.2')
  expect(await isServed(another)).toBe(true)
  expect(await counted(http, 'gatehouse_http_connections_refused_total')).toMatchObject([
    { value: 1, labels: { reason: 'address' } },
  ])
  for (const socket of [...mine, another]) socket.destroy()
})

test('a trusted proxy is not limited by address, because all clients come through it', async () => {
  await using http = await startTestHttp([hello], {
    connectionLimits: { max: 100, perAddressMax: 1 },
    trustedProxies: [loopback],
  })
  const sockets = [await open(http.port), await open(http.port), await open(http.port)]
  for (const socket of sockets) expect(await isServed(socket)).toBe(true)
  for (const socket of sockets) socket.destroy()
})
