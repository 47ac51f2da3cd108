import type { ChatRequest, Connection } from './chat-request.ts'
import { GatewayFault } from './gateway-fault.ts'
import { sendRequest } from './send-request.ts'

export type DryRun = {
  inputTokens: number
  outputTokens: number
  /** Credits that the call would hold: its highest possible cost. */
  hold: string
  priceVersion: string | null
  /** The check that would refuse the call, such as key_cap; undefined if it would pass. */
  failedCheck: string | undefined
}

type DryRunBody = {
  checks: readonly { check: string; passed: boolean }[]
  estimated_tokens: { input: number; output: number }
  hold: { credits: string }
  price_version: string | null
}

/** What the gateway would do with the call, without calling a model. Undefined if it refuses even to say that. */
export async function dryRun(connection: Connection, request: ChatRequest): Promise<DryRun | undefined> {
  // Headers of the service begin with the prefix of its models.
  const prefix = request.model.split('/')[0] ?? ''
  try {
    const response = await sendRequest(connection, {
      path: '/chat/completions',
      body: { ...request, stream: true },
      headers: { [`x-${prefix}-dry-run`]: 'true' },
    })
    const body = (await response.json()) as DryRunBody
    return {
      inputTokens: body.estimated_tokens.input,
      outputTokens: body.estimated_tokens.output,
      hold: body.hold.credits,
      priceVersion: body.price_version,
      failedCheck: body.checks.find(({ passed }) => !passed)?.check,
    }
  } catch (thrown) {
    // The call itself is refused for the same reason, and its refusal is recorded.
    if (thrown instanceof GatewayFault && thrown.kind === 'refused') return undefined
    throw thrown
  }
}
