import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { once } from 'node:events'
import { startProviderSim } from '@gatehouse/testkit/start-provider-sim'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { callHeaders, openGatewaySetup } from '../gateway/gateway-setup.ts'
import { type Proof, judged } from '../proof.ts'

const exitLimitMs = 1_000
// In CI the process only has to exit; how soon depends on the machine.
const exitLimitMsShort = 30_000
const refusedWithinMs = { long: 2_000, short: 20_000 }

export const proof: Proof = {
  name: 'drain',
  tier: 'push',
  claim: 'a gateway that receives SIGTERM finishes its open streams and accepts no new connections',
  bar: `0 broken of 200 (short: 60), exit ≤ ${exitLimitMs / 1_000} s after the last, new connections refused`,
  async run({ progress, isShort }) {
    const streams = isShort ? 60 : 200
    const streamSeconds = isShort ? 3 : 15
    await using scope = new AsyncDisposableStack()
    const sim = scope.use(await startProviderSim({ recordRequests: false }))
    const setup = await openGatewaySetup(scope, { providerUrl: sim.baseUrl })
    sim.planNext({ outputTokens: 20 * streamSeconds, tokensPerSecond: 20 }, streams)
    const gateway = await setup.startGateway()
    // Keep-alive, as real clients use it: a socket that the client keeps open must not delay the exit.
    const agent = new Agent({ keepAlive: true, maxSockets: streams })
    const open = Array.from({ length: streams }, () => openStream(gateway.url, agent, callHeaders(setup.key)))
    const started = await Promise.all(open.map(({ firstByte }) => firstByte))
    progress(`${started.length} streams are open`)

    gateway.signal('SIGTERM')
    const signalledMs = performance.now()
    await waitUntil(() => isRefused(gateway.url), {
      withinMs: isShort ? refusedWithinMs.short : refusedWithinMs.long,
      what: 'new connections are refused',
    })
    const refusedAfterMs = performance.now() - signalledMs
    progress(`new connections are refused ${refusedAfterMs.toFixed(0)} ms after SIGTERM`)

    const outcomes = await Promise.all(open.map(({ end }) => end))
    const lastEndMs = performance.now()
    const { code } = await gateway.exited
    const exitAfterMs = performance.now() - lastEndMs
    agent.destroy()
    const broken = outcomes.filter((isWhole) => !isWhole).length
    const drainedForMs = lastEndMs - signalledMs
    progress(`the last stream ended ${(drainedForMs / 1_000).toFixed(1)} s after SIGTERM; exit code ${code}`)
    return judged({
      figure: `${broken} broken of ${streams}, exit ${(exitAfterMs / 1_000).toFixed(2)} s after the last, refused after ${refusedAfterMs.toFixed(0)} ms`,
      // If all streams had ended before the signal, there would have been nothing to drain.
      isPassed:
        broken === 0 &&
        code === 0 &&
        exitAfterMs <= (isShort ? exitLimitMsShort : exitLimitMs) &&
        drainedForMs > 1_000,
    })
  },
}

function openStream(gatewayUrl: string, agent: Agent, headers: Record<string, string>) {
  const sent = request(`${gatewayUrl}/llm/v1/chat/completions`, {
    method: 'POST',
    agent,
    headers,
  })
  sent.end('{"model":"svc/chat-default","stream":true,"messages":[{"role":"user","content":"Hello"}]}')
  const response = once(sent, 'response') as Promise<[IncomingMessage]>
  return {
    firstByte: response.then(([message]) => once(message, 'readable')),
    end: response.then(([message]) => readToEnd(message)),
  }
}

/** True if the stream arrived completely, up to `[DONE]`. */
async function readToEnd(message: IncomingMessage): Promise<boolean> {
  let tail = ''
  try {
    for await (const chunk of message) tail = (tail + String(chunk)).slice(-64)
    return tail.trimEnd().endsWith('data: [DONE]')
  } catch {
    return false
  }
}

async function isRefused(gatewayUrl: string): Promise<boolean> {
  const { hostname, port } = new URL(gatewayUrl)
  const socket = connect(Number(port), hostname)
  try {
    await once(socket, 'connect')
    return false
  } catch {
    return true
  } finally {
    socket.destroy()
  }
}
