import { startFaultProxy } from '@gatehouse/testkit/fault-proxy'
import type { AddedKey } from '@gatehouse/testkit/seed-gateway'
import { startProviderSim } from '@gatehouse/testkit/start-provider-sim'
import { type NextWrongKey, type WrongKind, mintWrongKeys, wrongKinds } from './wrong-keys.ts'
import { compareMedians, differenceMsAlways, noiseFactor, shuffle } from './medians.ts'
import { callHeaders, nextAddress, openGatewaySetup } from '../../gateway/gateway-setup.ts'
import type { Answer } from '../../gateway/parse-answers.ts'
import { type RawConnection, type TimedAnswer, openRawConnection } from '../../gateway/raw-connection.ts'
import { type Proof, judged, notMeasured } from '../../proof.ts'

export const proof: Proof = {
  name: 'auth-oracle',
  tier: 'daily',
  claim:
    'the refusal of a key does not reveal its reason: all refusals are identical to the byte and take the same time',
  bar:
    `1 answer for ${wrongKinds.length} kinds, medians within max(${noiseFactor} × noise, ${differenceMsAlways} ms), ` +
    'also while other calls keep the gateway busy, and while look-ups take 20 ms',
  async run({ progress, isShort }) {
    const perKind = isShort ? 25 : 1_000
    await using scope = new AsyncDisposableStack()
    const sim = scope.use(await startProviderSim())
    const setup = await openGatewaySetup(scope, { providerUrl: sim.baseUrl })
    const { port: targetPort } = new URL(setup.postgres.url)
    const proxy = scope.use(await startFaultProxy({ targetPort: Number(targetPort) }))
    const DATABASE_URL = setup.postgres.url.replace(`:${targetPort}/`, `:${proxy.port}/`)
    const [gateway, nextKey] = await Promise.all([setup.startGateway({ DATABASE_URL }), mintWrongKeys(setup)])
    const connection = scope.use(await openRawConnection(gateway.url))
    const answers = await collectAnswers(connection, nextKey)
    progress(
      `${answers.asked} requests of every kind to ${targets.length} routes: ${answers.texts.size} answers`,
    )
    if (answers.texts.size > 1) for (const text of answers.texts) progress(JSON.stringify(text))
    const quick = compare(await measure(connection, nextKey, perKind), progress)
    const load = startLoad(gateway.url, setup.key)
    const busy = compare(await measure(connection, nextKey, perKind / 5), progress)
    const { calls, failed } = await load.stop()
    progress(`${calls} other calls, ${failed} failed`)
    await proxy.set({ kind: 'latency', ms: slowLookUpMs / 2 })
    const slow = compare(await measure(connection, nextKey, perKind / 5), progress)
    const isWithin = quick.isWithin && busy.isWithin && slow.isWithin
    const isSensitive = quick.isSensitive && busy.isSensitive && slow.isSensitive
    if (!isShort && isWithin && !isSensitive && answers.texts.size === 1)
      return notMeasured(
        `differences of ${slowLookUpMs} ms would not be found: ${quick.text}; ${busy.text}; ${slow.text}`,
      )
    return judged({
      figure:
        `${answers.texts.size} answer, ${perKind} of each kind, largest difference of medians ` +
        `${quick.text}; under load ${busy.text}; with look-ups of ${slowLookUpMs} ms ${slow.text}`,
      // On a shared machine, differences of milliseconds mean nothing.
      isPassed: answers.texts.size === 1 && (isShort || isWithin) && calls > failed,
    })
  },
}

// Longer than the minimum delay of a refusal, so that this delay cannot hide a slow look-up: every kind of refusal must
// wait as long as the look-ups take.
const slowLookUpMs = 20

const loadConnections = 8

/** Makes calls with a live key, as many at a time as there are connections, until it is stopped. */
function startLoad(url: string, key: AddedKey) {
  const counted = { calls: 0, failed: 0, isOver: false }
  const repeat = async () => {
    while (!counted.isOver) {
      const answer = await fetch(`${url}/llm/v1/chat/completions`, {
        method: 'POST',
        headers: callHeaders(key),
        body,
      })
      await answer.text()
      counted.calls += 1
      if (!answer.ok) counted.failed += 1
    }
  }
  const loops = Promise.all(Array.from({ length: loadConnections }, repeat))
  return {
    async stop() {
      counted.isOver = true
      await loops
      return counted
    },
  }
}

function compare(times: Times, progress: (text: string) => void) {
  const { medians, differenceMs, noiseMs, isWithin } = compareMedians(wrongKinds.map((kind) => times[kind]))
  wrongKinds.forEach((kind, index) => progress(`${kind}: median ${(medians[index] ?? 0).toFixed(3)} ms`))
  return {
    text: `${differenceMs.toFixed(3)} ms, noise ${noiseMs.toFixed(3)} ms`,
    isWithin,
    // Otherwise even a look-up that some kinds skip would not be found.
    isSensitive: noiseFactor * noiseMs < slowLookUpMs,
  }
}

const body = '{"model":"svc/chat-default","messages":[{"role":"user","content":"Hello"}]}'
const targets = ['POST /llm/v1/chat/completions', 'GET /llm/v1/models'] as const

function composeRequest(target: (typeof targets)[number], authorization: string | undefined): Buffer {
  const lines = [
    `${target} HTTP/1.1`,
    'host: gateway',
    // A fresh address per request, so that none reaches the address limit.
    `x-forwarded-for: ${nextAddress()}`,
    ...(authorization === undefined ? [] : [`authorization: ${authorization}`]),
    ...(target.startsWith('POST')
      ? ['content-type: application/json', `content-length: ${body.length}`]
      : []),
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${target.startsWith('POST') ? body : ''}`)
}

/** Drops the parts that differ between any two requests. */
function comparable({ bytes }: Answer): string {
  return bytes
    .toString('latin1')
    .replace(/^(x-request-id: )[0-9a-f-]{36}\r$/m, '$1*\r')
    .replace(/^(date: )[^\r]{29}\r$/im, '$1*\r')
}

async function collectAnswers(connection: RawConnection, nextKey: NextWrongKey) {
  const texts = new Set<string>()
  const repeats = 10
  const asked = wrongKinds.flatMap((kind) => targets.map((target) => ({ kind, target })))
  for (let turn = 0; turn < repeats; turn += 1) {
    for (const { kind, target } of asked) {
      const { answer } = await askWith(connection, kind, composeRequest(target, nextKey(kind)))
      texts.add(comparable(answer))
    }
  }
  return { texts, asked: repeats }
}

async function askWith(connection: RawConnection, kind: WrongKind, request: Buffer): Promise<TimedAnswer> {
  const timed = await connection.exchange(request)
  const { status } = timed.answer
  if (status !== 401) throw new Error(`a key of kind "${kind}" got status ${status}`)
  return timed
}

type Times = Record<WrongKind, number[]>

/**
 * Measures one key of every kind in random order, repeatedly, so that disturbances of the machine affect all kinds
 * alike.
 */
async function measure(connection: RawConnection, nextKey: NextWrongKey, perKind: number): Promise<Times> {
  const times = Object.fromEntries(wrongKinds.map((kind) => [kind, []])) as unknown as Times
  for (let turn = 0; turn < perKind; turn += 1) {
    for (const kind of shuffle(wrongKinds)) {
      const request = composeRequest(targets[0], nextKey(kind))
      times[kind].push((await askWith(connection, kind, request)).tookMs)
    }
  }
  return times
}
