import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { createIds } from '@gatehouse/runtime/ids'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { expect, test } from 'vitest'
import { createParserErrorAnswer } from './answer-parser-error.ts'
import { createPendingAnswers } from './pending-answers.ts'
import { toProblem } from '../fault-response.ts'

const connectionsOf = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))

test('a refused client that never closes its side is disconnected one second after its answer', async () => {
  const clock = createFakeClock()
  const server = createServer()
  server.on(
    'clientError',
    createParserErrorAnswer({
      translateFault: toProblem,
      ids: createIds(clock),
      clock,
      logger: createLogger({ service: 'test', level: 'fatal', sinks: [] }),
      metrics: createMetrics('test'),
      pendingAnswers: createPendingAnswers(),
    }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  // With allowHalfOpen the client receives our FIN and keeps its own side open.
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  client.write('no HTTP\r\n\r\n')
  expect(await text(client)).toMatch(/^HTTP\/1\.1 400 /)
  expect(await connectionsOf(server)).toBe(1)
  await clock.advance(1_000)
  await waitUntil(async () => (await connectionsOf(server)) === 0, {
    withinMs: 30_000,
    what: 'the connection is gone',
  })
  client.destroy()
  server.close()
})
