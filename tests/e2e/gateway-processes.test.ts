// Several gateway processes on one port, as `GATEWAY_PROCESSES` starts them, with real connections and signals.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type Socket, connect } from 'node:net'
import { findFreePort } from '@gatehouse/testkit/free-port'
import { addAliases, addCompany, addKey, testKeyPeppers } from '@gatehouse/testkit/seed-gateway'
import { startProviderSim } from '@gatehouse/testkit/start-provider-sim'
import { type ServiceProcess, startServiceProcess } from '@gatehouse/testkit/start-service-process'
import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'

const count = 2
const connections = 48
const scope = new AsyncDisposableStack()
let open: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  open = scope.use(await openTestDatabase())
})
afterAll(() => scope.disposeAsync())

type Processes = ServiceProcess & { port: number; metricsPort: number; pids(): number[] }

async function startProcesses(own: Record<string, string> = {}): Promise<Processes> {
  const [port, metricsPort] = [await findFreePort(), await findFreePorts()]
  const pids: number[] = []
  const service = await startServiceProcess({
    entry: 'apps/gateway/src/main.ts',
    environment: {
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      GATEWAY_PROCESSES: String(count),
      DATABASE_URL: open.url,
      REDIS_URL: testRedisUrl(),
      KEY_PEPPERS: testKeyPeppers,
      OVERLOAD_LAG_MS: '60000',
      ...own,
    },
    onLine(line) {
      const pid = /"message":"gateway listens on /.test(line) && /"pid":(\d+)/.exec(line)?.[1]
      if (pid) pids.push(Number(pid))
    },
  })
  await waitUntil(() => pids.length === count, { withinMs: 30_000, what: 'all processes listen' })
  return { ...service, port, metricsPort, pids: () => pids }
}

/** The first of `count` free ports in a row. */
async function findFreePorts(): Promise<number> {
  for (;;) {
    const first = await findFreePort()
    const servers = Array.from({ length: count }, (_, index) =>
      createServer().listen(first + index, '127.0.0.1'),
    )
    const areFree = await Promise.all(servers.map((server) => once(server, 'listening'))).then(
      () => true,
      () => false,
    )
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    if (areFree) return first
  }
}

/** How many requests each process has answered on the shared port, and when it was started. */
function readProcesses({ metricsPort }: Processes): Promise<{ answered: number; startedAt: number }[]> {
  const read = async (_: unknown, index: number) => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort + index}/metrics`)).text()
    const valueOf = (line: string) => Number(line.slice(line.lastIndexOf(' ')))
    const lines = text.split('\n')
    const answers = lines.filter((line) =>
      /^gatehouse_http_request_duration_seconds_count.*healthz/.test(line),
    )
    const started = lines.find((line) => line.startsWith('process_start_time_seconds{')) ?? ''
    return { answered: answers.reduce((sum, line) => sum + valueOf(line), 0), startedAt: valueOf(started) }
  }
  return Promise.all(Array.from({ length: count }, read))
}

/** Sends a request on a connection that stays open; false if the connection is lost. */
async function isAnswered(socket: Socket): Promise<boolean> {
  if (socket.destroyed) return false
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  const closed = once(socket, 'close').then(() => false)
  return Promise.race([once(socket, 'data').then(([data]) => String(data).includes(' 200 OK')), closed])
}

async function openConnections(port: number): Promise<Socket[]> {
  const sockets = Array.from({ length: connections }, () => connect(port, '127.0.0.1'))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  for (const socket of sockets) socket.on('error', () => undefined)
  return sockets
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('connections are spread; a killed process is replaced, and only its own connections are lost', async () => {
  await using service = await startProcesses()
  const sockets = await openConnections(service.port)
  expect(await Promise.all(sockets.map(isAnswered))).toEqual(sockets.map(() => true))
  const before = await readProcesses(service)
  expect(before.reduce((sum, { answered }) => sum + answered, 0)).toBe(connections)
  for (const { answered } of before) expect(answered).toBeGreaterThan(0)

  const [victim = Number.NaN, ...others] = service.pids()
  process.kill(victim, 'SIGKILL')
  await waitUntil(() => service.pids().length === count + 1, { withinMs: 30_000, what: 'it is replaced' })
  const after = await readProcesses(service)
  const replaced = after.findIndex(({ startedAt }, index) => startedAt !== before[index]?.startedAt)
  const kept = await Promise.all(sockets.map(isAnswered))
  expect(kept.filter((isKept) => !isKept)).toHaveLength(before[replaced]?.answered ?? Number.NaN)
  expect(others.every(isRunning)).toBe(true)
  expect(after.filter(({ startedAt }, index) => startedAt === before[index]?.startedAt)).toHaveLength(
    count - 1,
  )
  for (const socket of sockets) socket.destroy()
})

test('SIGTERM lets the streams of all processes finish, and the parent exits with 0', async () => {
  await using sim = await startProviderSim()
  await addAliases(open.database, sim.baseUrl)
  const companyId = await addCompany(open.database, 1_000_000_000n)
  const { raw } = await addKey(open.database, { companyId })
  sim.planNext({ outputTokens: 40, tokensPerSecond: 20 }, 12)
  await using service = await startProcesses()
  const startStream = () =>
    fetch(`${service.url}/llm/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${raw}`, 'content-type': 'application/json', connection: 'close' },
      body: '{"model":"svc/chat-default","stream":true,"messages":[{"role":"user","content":"Hello"}]}',
    })
  const streams = await Promise.all(Array.from({ length: 12 }, startStream))
  // The service manager of a whole group signals the children too.
  for (const pid of [service.pid, ...service.pids()]) process.kill(pid, 'SIGTERM')
  const texts = await Promise.all(streams.map((stream) => stream.text()))
  expect(texts.filter((text) => !text.endsWith('data: [DONE]\n\n'))).toEqual([])
  expect(await service.exited).toEqual({ code: 0, signal: null })
  expect(service.pids().filter(isRunning)).toEqual([])
})

test('processes whose parent was killed stop as well', async () => {
  const service = await startProcesses()
  service.signal('SIGKILL')
  await waitUntil(() => !service.pids().some(isRunning), { withinMs: 30_000, what: 'the processes stop' })
  await expect(fetch(`${service.url}/healthz`)).rejects.toThrow('fetch failed')
})

test('a port that another program uses ends all processes instead of being tried again', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await expect(startProcesses({ PORT: String(port) })).rejects.toThrow(/ended \(1\)[\s\S]*EADDRINUSE/)
  server.close()
})
