import { waitUntil } from '@gatehouse/testkit/wait-until'
import { keepEngineError } from '../runner/engine-errors.ts'
import { type Proof, judged } from '../proof.ts'
import { startDev } from './start-dev.ts'

const limitSeconds = 20
// In CI the platform only has to start; how long that takes depends on the machine.
const limitSecondsShort = 90

export const proof: Proof = {
  name: 'dev-boot',
  tier: 'push',
  claim: 'one command starts the whole platform on a clean database, and it serves calls',
  bar: `≤ ${limitSeconds} s, no process left running`,
  async run({ progress, isShort }) {
    const startedMs = performance.now()
    await using dev = await startDev()
    const { addresses, key } = await dev.printed
    progress('the addresses are printed')
    const services = [addresses.gateway, addresses.backend, addresses['ai-service']]
    for (const service of services) await isHealthy(service)
    progress(`${services.length} services are healthy`)
    const frames = await streamAnswer(addresses.gateway, key)
    const seconds = (performance.now() - startedMs) / 1_000
    progress(`an answer of ${frames} frames was streamed through the gateway`)
    const { exitCode, stopped, leftRunning } = await dev.interrupt()
    for (const line of dev.lines()) keepEngineError(line)
    progress(
      `Ctrl-C stopped it and ${stopped} of the ${stopped + leftRunning.length} processes it had started`,
    )
    for (const left of leftRunning) progress(`still running: ${left}`)
    return judged({
      figure: `${seconds.toFixed(1)} s to ${services.length} healthy services and a streamed answer, ${leftRunning.length} processes left running`,
      isPassed:
        seconds <= (isShort ? limitSecondsShort : limitSeconds) && exitCode === 0 && leftRunning.length === 0,
    })
  },
}

async function isHealthy(service: string): Promise<void> {
  await waitUntil(
    async () => {
      const response = await fetch(`${service}/health`)
      return response.ok && ((await response.json()) as { status: string }).status === 'healthy'
    },
    { withinMs: 60_000, what: `${service} is healthy` },
  )
}

async function streamAnswer(gateway: string, key: string): Promise<number> {
  const response = await fetch(`${gateway}/llm/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({
      model: 'svc/chat-default',
      stream: true,
      messages: [{ role: 'user', content: 'Hello' }],
    }),
  })
  const frames = (await response.text()).trimEnd().split('\n\n')
  if (response.status !== 200 || frames.at(-1) !== 'data: [DONE]') {
    throw new Error(`the streamed answer is incomplete: ${response.status} ${frames.at(-1)}`)
  }
  return frames.length
}
