import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { type Route, defineRoute } from '../define-route.ts'
import type { UpgradeContext } from '../define-route.ts'

function upgradingRoute() {
  const accepted: { socket: Duplex; context: UpgradeContext }[] = []
  let ends = 0
  const route: Route = defineRoute({
    method: 'POST',
    path: '/socket',
    statuses: [200],
    handle: async () => 'answered',
    upgrade: {
      accept(_request, { socket }, context) {
        accepted.push({ socket, context })
        socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n')
      },
      end: () => void (ends += 1),
    },
  })
  return { route, accepted, ends: () => ends }
}

async function ask(port: number, head: readonly string[]): Promise<{ socket: Socket; status: string }> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  return { socket, status: answer.toString().split('\r\n')[0] ?? '' }
}

const upgradeHead = ['GET /socket?x=1 HTTP/1.1', 'host: x', 'connection: Upgrade', 'upgrade: WebSocket']

test('a WebSocket upgrade receives a request id and the client address', async () => {
  const { route, accepted } = upgradingRoute()
  await using http = await startTestHttp([route])
  const { socket, status } = await ask(Number(new URL(http.url).port), upgradeHead)
  expect(status).toContain('101')
  expect(accepted[0]?.context).toMatchObject({ clientAddress: '127.0.0.1' })
  expect(accepted[0]?.context.requestId).toMatch(/^[\da-f-]{36}$/)
  socket.destroy()
})

test.each([
  ['another path', ['GET /other HTTP/1.1', 'host: x', 'connection: upgrade', 'upgrade: websocket'], '404'],
  ['another protocol', ['GET /socket HTTP/1.1', 'host: x', 'connection: upgrade', 'upgrade: h2c'], '405'],
  ['an ambiguous head', [...upgradeHead, 'authorization: a', 'authorization: b'], '400'],
  ['no host', ['GET /socket HTTP/1.1', 'connection: upgrade', 'upgrade: websocket'], '400'],
])('%s is not upgraded', async (_name, head, status) => {
  const { route, accepted } = upgradingRoute()
  await using http = await startTestHttp([route])
  const answer = await ask(Number(new URL(http.url).port), head)
  expect(answer.status).toContain(status)
  expect(accepted).toEqual([])
  answer.socket.destroy()
})

test('a stopping server asks its WebSockets to end, accepts no others, and closes even if one stays open', async () => {
  const { route, ends } = upgradingRoute()
  await using http = await startTestHttp([route])
  const { socket } = await ask(Number(new URL(http.url).port), upgradeHead)
  socket.on('error', () => undefined)
  const closed = once(socket, 'close')
  await http.server.drain.start({ leadMs: 0, graceMs: 1_000 })
  expect(ends()).toBe(1)
  await http.server.close()
  await closed
  expect(socket.destroyed).toBe(true)
})
