import { oneShard } from '@gatehouse/postgres/shards'
// Runs the receiver of docs/api/events.md as a reader would, and sends events to it with our own sender.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import {
  printedPattern,
  readPageExamples,
  writePageExample,
} from '@gatehouse/testkit/documents/page-examples'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createEventSender } from './create-event-sender.ts'
import { enqueueEvent } from './postgres/enqueue-event.ts'
import { type DeliveryStatus, listDeliveries, replayDelivery } from './postgres/deliveries.ts'
import { createEndpoint, rotateEndpointSecret, updateEndpoint } from './postgres/manage-endpoints.ts'
import { signEvent } from './rules/sign-event.ts'
import { createEventSeal } from './seal-event-secret.ts'
import { createJudgeAddress } from './send/judge-address.ts'
import { createPostEvent } from './send/post-event.ts'

const page = fileURLToPath(new URL('../../../docs/api/events.md', import.meta.url))
const [example, ...others] = readPageExamples(readFileSync(page, 'utf8'))
if (!example || others.length > 0) throw new Error('the page has one example')
// Inside the package, so that the example can resolve standardwebhooks.
const folder = mkdtempSync(fileURLToPath(new URL('../.gatehouse-', import.meta.url)))

const clock = createSystemClock()
const ids = createIds(clock)
const by = { actor: { kind: 'operator', id: 'test' } } as const
const secrets = { current: { id: 'a', secret: new Secret('a'.repeat(32)) } }
const seal = createEventSeal({ secrets, fillRandom: randomFillSync })
const judgeAddress = createJudgeAddress([{ address: '127.0.0.1', prefixBits: 32, family: 'ipv4' }])
const scope = new AsyncDisposableStack()

let open: OpenTestDatabase
let companyId: string
let endpointId: string
let secret: string

beforeAll(async () => {
  open = scope.use(await openTestDatabase({ poolSizeMax: 8 }))
  scope.defer(() => rmSync(folder, { recursive: true }))
  const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
  const sender = createEventSender({
    shards: oneShard(open.postgres),
    clock,
    ids,
    logger,
    metrics: createMetrics('test'),
    random: Math.random,
    seal,
    post: createPostEvent({ clock, judgeAddress }),
    onDisabled: async () => undefined,
    pollMs: 20,
  })
  sender.start()
  scope.defer(() => sender.drain(0))
})
afterAll(() => scope.disposeAsync())
beforeEach(async () => {
  companyId = await addCompany(open.database, 0n)
  const url = 'http://127.0.0.1:1/'
  const minted = await createEndpoint(deps(), { companyId, url, description: '', eventTypes: [] }, by)
  endpointId = minted.endpoint.id
  secret = minted.secret.reveal()
})

const deps = () => ({
  databases: oneShard(open.database),
  ids,
  fillRandom: randomFillSync,
  eventSeal: seal,
  judgeAddress,
})

/** Starts the example, and directs the endpoint to it. */
async function startExample(endpointSecret: string) {
  const { command, file } = writePageExample(example as NonNullable<typeof example>, folder)
  const env = { PATH: process.env['PATH'], PORT: '0', ENDPOINT_SECRET: endpointSecret }
  const child: ChildProcess = spawn(command, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout?.on('data', (part: Buffer) => (printed += part.toString()))
  const exited = once(child, 'exit')
  await waitUntil(() => /port \d+\n/.test(printed), { withinMs: 30_000, what: 'the example listens' })
  const url = `http://127.0.0.1:${/port (\d+)/.exec(printed)?.[1]}/`
  await directTo(url)
  return {
    url,
    printed: () => printed.trim(),
    async [Symbol.asyncDispose]() {
      child.kill()
      await exited
    },
  }
}

const directTo = (url: string) => updateEndpoint(deps(), { companyId, endpointId, changes: { url } }, by)

const enqueue = () =>
  open.postgres.transaction((tx) =>
    enqueueEvent(ids, tx, { companyId, type: 'key.created', data: { keyId: ids.uuid(), name: 'ci' } }),
  )

/** Waits until all deliveries have an attempt, and returns the status and last error of the newest. */
async function outcome() {
  const read = () => listDeliveries(open.database, { companyId, limit: 10 })
  await waitUntil(
    async () => (await read()).every(({ status, attempts }) => isTried(status, attempts.length)),
    {
      withinMs: 30_000,
      what: 'the event is sent',
    },
  )
  const [newest] = await read()
  return { status: newest?.status, error: newest?.attempts.at(-1)?.error, id: newest?.id ?? '' }
}

const isTried = (status: DeliveryStatus, attempts: number) => status !== 'PENDING' || attempts > 0
const accepted = { status: 'DELIVERED', error: null }
const refused = { status: 'PENDING', error: 'The receiver answered 400.' }

test('the example prints the documented output, also if the event arrives a second time', async () => {
  await using receiver = await startExample(secret)
  await enqueue()
  const { id: deliveryId, ...first } = await outcome()
  expect(first).toEqual(accepted)
  await replayDelivery({ databases: oneShard(open.database), ids }, { companyId, deliveryId }, by)
  const attempts = async () =>
    (await listDeliveries(open.database, { companyId, limit: 1 }))[0]?.attempts ?? []
  await waitUntil(async () => (await attempts()).length === 2, {
    withinMs: 30_000,
    what: 'the replay is sent',
  })
  expect((await attempts()).map(({ statusCode }) => statusCode)).toEqual([204, 204])
  expect(receiver.printed()).toMatch(printedPattern(example.printed))
})

test('during a rotation, receivers with the former and with the new secret accept the event', async () => {
  const { secret: next } = await rotateEndpointSecret(deps(), { companyId, endpointId }, by)
  for (const known of [secret, next.reveal()]) {
    await using receiver = await startExample(known)
    await enqueue()
    expect(await outcome()).toMatchObject(accepted)
    expect(receiver.printed()).toMatch(printedPattern(example.printed))
  }
  const unknown = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
  await using stranger = await startExample(unknown)
  await enqueue()
  expect(await outcome()).toMatchObject(refused)
  expect(stranger.printed()).not.toContain('key.created')
})

test('a body that was changed on the way is refused', async () => {
  await using receiver = await startExample(secret)
  const proxy = createServer((request, response) => {
    void (async () => {
      const body = (await text(request)).replace('"ci"', '"cx"')
      const headers = Object.entries(request.headers).filter(([name]) => name.startsWith('webhook-'))
      const { status } = await fetch(receiver.url, {
        method: 'POST',
        body,
        headers: Object.fromEntries(headers) as Record<string, string>,
      })
      response.writeHead(status).end()
    })()
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  await directTo(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`)
  await enqueue()
  expect(await outcome()).toMatchObject(refused)
  expect(receiver.printed()).not.toContain('key.created')
  proxy.closeAllConnections()
  proxy.close()
})

test('an event that was signed ten minutes ago is refused', async () => {
  await using receiver = await startExample(secret)
  const body = JSON.stringify({ type: 'key.created', data: { name: 'ci' } })
  const signedAt = (sentAtMs: number) => signEvent({ id: ids.uuid(), sentAtMs, body }, [secret])
  const send = createPostEvent({ clock, judgeAddress })
  const post = (sentAtMs: number) =>
    send({ url: receiver.url, headers: signedAt(sentAtMs), body }, new AbortController().signal)
  expect(await post(clock.wallMs() - 600_000)).toEqual({ kind: 'answered', statusCode: 400 })
  expect(receiver.printed()).not.toContain('key.created')
  expect(await post(clock.wallMs())).toEqual({ kind: 'answered', statusCode: 204 })
})

test('the published library and our signer make the same signature', () => {
  const event = { id: ids.uuid(), sentAtMs: 1_794_870_000_999, body: '{"name":"ä"}' }
  const theirs = new Webhook(secret).sign(event.id, new Date(event.sentAtMs), event.body)
  expect(signEvent(event, [secret])['webhook-signature']).toBe(theirs)
})
