import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openModelCalls } from '@gatehouse/model-calls/open-model-calls'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { createTaskWorker } from '@gatehouse/tasks/create-task-worker'
import { defineTask } from '@gatehouse/tasks/define-task'
import { handleTask } from '@gatehouse/tasks/handle-task'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { startTraceExport } from '@gatehouse/telemetry/export-traces'
import { withSpan } from '@gatehouse/telemetry/spans'
import { startRequestSpan } from '@gatehouse/telemetry/trace-context'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { startGatewayProcess } from '@gatehouse/testkit/vitest/start-gateway-process'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { expect, test } from 'vitest'
import { z } from 'zod'

type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}
type Export = {
  resourceSpans: { resource: { attributes: Span['attributes'] }; scopeSpans: { spans: Span[] }[] }[]
}

/** A collector that keeps the spans it receives, with the name of the service that sent them. */
async function startCollector() {
  const spans: (Span & { service: string | undefined })[] = []
  const headers: (string | undefined)[] = []
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    headers.push(request.headers['x-api-key']?.toString())
    for (const { resource, scopeSpans } of (await readJson(request)).resourceSpans) {
      const service = valueOf(resource.attributes, 'service.name')?.toString()
      spans.push(...scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, service }))))
    }
    response.setHeader('content-type', 'application/json').end('{}')
  }
  const server = createServer((request, response) => void receive(request, response))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    spans,
    headers,
    [Symbol.dispose]: () => void server.close(),
  }
}

async function readJson(request: IncomingMessage): Promise<Export> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString()) as Export
}

const valueOf = (attributes: Span['attributes'], name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value
  return value?.stringValue ?? value?.intValue
}

const clock = createSystemClock()
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
const askKind = defineTask({
  name: 'traced-question',
  input: z.object({ companyId: z.string() }),
  firstRetrySeconds: 0,
  retrySecondsMax: 1,
  attemptsMax: 1,
  timeLimitMs: 30_000,
})

test('a request, the task that it enqueues and the model call of that task are one trace', async () => {
  await using scope = new AsyncDisposableStack()
  const collector = scope.use(await startCollector())
  const gateway = scope.use(
    await startGatewayProcess({
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=letmein',
    }),
  )
  const { postgres } = gateway.open
  const companyId = await addCompany(gateway.open.database, 0n)
  const deps = { clock, logger, metrics: createMetrics('test'), aliases: ['svc/chat-default'] }
  const { client } = openModelCalls(deps, gateway, scope)
  const handled = handleTask(askKind, {
    concurrencyMax: 1,
    async work({ id, input }) {
      const messages = [{ role: 'user' as const, content: 'Say hello.' }]
      const question = { alias: 'svc/chat-default', messages, outputTokensMax: 20, idempotencyKey: id }
      await client?.ask({ ...question, companyId: input.companyId })
    },
  })
  const worker = createTaskWorker({
    postgres,
    handled: [handled],
    clock,
    logger,
    metrics: createMetrics('test'),
    random: Math.random,
    pollMs: 20,
  })
  const queue = createTaskQueue({ postgres, logger, ids: createIds(clock), kinds: [askKind] })
  const traces = await startTraceExport({
    service: 'test',
    release: 'development',
    instanceId: 'test 1',
    logger,
    url: collector.url,
    headers: new Secret('x-api-key=letmein'),
    sampleRatio: 1,
  })
  const request = startRequestSpan('POST /orders', undefined)
  await withSpan(request.span, () =>
    postgres.transaction((tx) => queue.enqueue(tx, askKind, { input: { companyId } })),
  )
  request.span.end()
  worker.start()
  await waitUntil(
    async () => (await queue.depths()).every(({ waiting, running }) => waiting + running === 0),
    {
      withinMs: 30_000,
      what: 'the task is done',
    },
  )
  await worker.drain({ graceMs: 5_000 })
  await traces.close()
  await gateway.service.stop()

  const named = (name: string) => {
    const found = collector.spans.filter((span) => span.name === name)
    expect(found.map(({ name: one }) => one)).toEqual([name])
    return found[0]
  }
  const call = named('POST /llm/v1/chat/completions')
  expect(new Set(collector.headers)).toEqual(new Set(['letmein']))
  expect(named('task traced-question')?.parentSpanId).toBe(request.trace.spanId)
  expect(call?.parentSpanId).toBe(named('task traced-question')?.spanId)
  expect(call?.service).toBe('gatehouse-gateway')
  for (const name of ['check limits', 'authenticate', 'admission', 'provider attempt', 'settlement']) {
    const span = named(name)
    expect(span).toMatchObject({ parentSpanId: call?.spanId, traceId: request.trace.traceId })
    // Within the call's own span, though the steps are reported after they have ended; spans have whole milliseconds.
    expect(Number(span?.startTimeUnixNano)).toBeGreaterThanOrEqual(Number(call?.startTimeUnixNano) - 2e6)
    expect(Number(span?.endTimeUnixNano)).toBeLessThanOrEqual(Number(call?.endTimeUnixNano) + 2e6)
  }
  expect(valueOf(named('provider attempt')?.attributes ?? [], 'gatehouse.answer')).toBe('json')
  expect(gateway.sim.requests.at(-1)?.headers['traceparent']).toContain(named('provider attempt')?.spanId)
})

test('without an endpoint the SDK is not loaded and a service exports nothing', async () => {
  const { span, trace } = startRequestSpan('GET /', undefined)
  expect(span.isRecording()).toBe(false)
  expect(trace.traceId).toMatch(/^[0-9a-f]{32}$/)
})
