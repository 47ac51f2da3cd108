// Streamed calls through a gateway process, one after the other, as a client of the company makes them.
import { createSystemClock } from '@gatehouse/runtime/clock'
import { type AddedKey, addAliases, testKeyPeppers } from '@gatehouse/testkit/seed-gateway'
import { startProviderSim } from '@gatehouse/testkit/start-provider-sim'
import { startServiceProcess } from '@gatehouse/testkit/start-service-process'
import { isDone } from '../../gateway/answer-reader.ts'
import { callHeaders } from '../../gateway/gateway-setup.ts'
import { makeCall } from '../../gateway/raw-call.ts'
import type { ConsoleSetup } from '../open-console-setup.ts'

/** `doneAtMs`: the moment at which the client received `[DONE]`, on the clock that the browser has too. */
export type MadeCall = { id: string; doneAtMs: number }

const clock = createSystemClock()

/** Returns the address of a new gateway, whose provider is a simulator. */
export async function openGateway(
  scope: AsyncDisposableStack,
  { database, databaseUrl, redisUrl }: ConsoleSetup,
): Promise<string> {
  const sim = scope.use(await startProviderSim({ recordRequests: false, tokensPerSecond: 200 }))
  await addAliases(database, sim.baseUrl)
  const gateway = await startServiceProcess({
    entry: 'apps/gateway/src/main.ts',
    environment: {
      PORT: '0',
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
      KEY_PEPPERS: testKeyPeppers,
      TRUSTED_PROXIES: '127.0.0.1',
      OVERLOAD_LAG_MS: '60000',
    },
  })
  scope.use(gateway)
  return gateway.url
}

/** `length` makes prompts, and so the charges, differ. */
export async function makeStreamedCall(url: string, key: AddedKey, length: number): Promise<MadeCall> {
  let doneAtMs: number | undefined
  const content = 'word '.repeat(length)
  const body = {
    model: 'svc/chat-default',
    stream: true,
    max_tokens: 40,
    messages: [{ role: 'user', content }],
  }
  const { answer } = await makeCall({
    url,
    headers: callHeaders(key),
    body: Buffer.from(JSON.stringify(body)),
    onProgress({ frames }) {
      if (isDone(frames.at(-1))) doneAtMs ??= clock.wallMs()
    },
  })
  const id = answer.headers.get('x-request-id')
  if (answer.status !== 200 || doneAtMs === undefined || id === undefined)
    throw new Error(`a call ended with ${answer.status}: ${answer.body.toString('utf8').slice(-300)}`)
  return { id, doneAtMs }
}
