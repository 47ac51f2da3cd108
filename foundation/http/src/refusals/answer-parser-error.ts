// Bytes that never became a request still get an answer in our error shape, a log line and a measurement; then the
// connection is closed.
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '@gatehouse/runtime/clock'
import type { Fault } from '@gatehouse/runtime/fault'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Counter } from 'prom-client'
import { normaliseAddress } from '../requests/client-address.ts'
import type { PendingAnswers } from './pending-answers.ts'
import type { TranslateFault } from '../fault-response.ts'
import { fromParserError } from '../http-faults.ts'

export type ParserErrorDeps = {
  translateFault: TranslateFault
  ids: Ids
  clock: Clock
  logger: Logger
  metrics: Metrics
  pendingAnswers: PendingAnswers
}

export type ParserError = Error & { code?: string }

// Closing immediately would make the kernel discard the answer if the client is still sending; waiting for the client
// to close would let a client that never does keep the connection.
const lingerMs = 1_000

export function createParserErrorAnswer(deps: ParserErrorDeps): (error: ParserError, socket: Socket) => void {
  const refused = refusedCounter(deps.metrics)
  const answered = new WeakSet<Socket>()
  return (error, socket) => {
    // Further bytes from a refused client raise further parser errors, which are ignored.
    if (answered.has(socket)) return
    answered.add(socket)
    // The client disconnected: nothing was refused.
    if (error.code === 'ECONNRESET') return void socket.destroy()
    const fault = fromParserError(error.code)
    const requestId = deps.ids.uuid()
    const position = deps.pendingAnswers.positionOf(socket)
    const canAnswer = socket.writable && position.kind === 'unanswered'
    refused.labels(fault.code).inc()
    deps.logger.info('unparsable request rejected', {
      request_id: requestId,
      code: fault.code,
      parser_code: error.code,
      client_address: normaliseAddress(socket.remoteAddress ?? ''),
      was_answered: canAnswer,
    })
    if (position.kind === 'behind') return position.afterwards(() => endConnection(deps.clock, socket))
    if (!canAnswer) return void socket.destroy()
    endConnection(deps.clock, socket, composeAnswer(deps.translateFault, fault, requestId))
  }
}

function endConnection(clock: Clock, socket: Socket, finalBytes = ''): void {
  if (socket.writable) socket.end(finalBytes)
  const timer = clock.after(lingerMs, () => socket.destroy())
  socket.once('close', () => timer.cancel())
}

function composeAnswer(translateFault: TranslateFault, fault: Fault, requestId: string): string {
  const { status, headers, body } = translateFault(fault, requestId)
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}`,
    ...Object.entries({ ...headers, 'x-request-id': requestId }).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

const counterName = 'gatehouse_http_unreadable_requests_total'

function refusedCounter(metrics: Metrics): Counter {
  // A service with two listeners counts both in one counter.
  const existing = metrics.getSingleMetric(counterName)
  if (existing instanceof Counter) return existing
  const help = 'Connections refused before there was a request'
  return new Counter({ name: counterName, help, labelNames: ['code'], registers: [metrics] })
}
