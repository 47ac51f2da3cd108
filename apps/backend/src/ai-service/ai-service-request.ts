// Requests to the AI service's internal routes. Responses are validated, because the AI service is another process and
// may run another release.
import { Fault, type FaultCode } from '@gatehouse/runtime/fault'
import type { z } from 'zod'
import type { AiServiceAddress } from './ai-service-settings.ts'

type AiServiceRequest<Schema extends z.ZodType> = {
  method?: 'GET' | 'POST'
  /** Begins with a slash; may have a query. */
  path: string
  schema: Schema
}

export type AskAiService = <Schema extends z.ZodType>(
  request: AiServiceRequest<Schema>,
) => Promise<z.output<Schema>>

const timeoutMs = 5_000

/** Without an address, every request fails with a message that names the missing settings. */
export function createAskAiService(
  address: AiServiceAddress | undefined,
  right: 'generator' | 'monitoring',
): AskAiService {
  return async ({ method = 'GET', path, schema }) => {
    if (!address)
      throw unavailable(
        'ai_service.not_configured',
        'Set AI_SERVICE_URL and AI_SERVICE_SECRET of the backend.',
      )
    const response = await fetch(address.url + path, {
      method,
      headers: { authorization: `Bearer ${address.secret.reveal()}` },
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((thrown: unknown) => {
      throw unavailable(
        'ai_service.unreachable',
        'The AI service does not respond. Try again shortly.',
        thrown,
      )
    })
    if (response.status === 401 || response.status === 403)
      throw unavailable(
        'ai_service.refused',
        `The AI service rejected AI_SERVICE_SECRET: list it in the AI service’s INTERNAL_CALLERS with the permission ${right}.`,
      )
    if (response.status === 400) throw badQuery()
    const body: unknown = response.ok ? await response.json().catch(() => undefined) : undefined
    const answer = schema.safeParse(body)
    if (answer.success) return answer.data
    throw unavailable(
      'ai_service.odd_answer',
      'The AI service cannot serve the request right now. Try again shortly.',
      answer.error,
    )
  }
}

function unavailable(
  code: Extract<FaultCode, `ai_service.${string}`>,
  publicMessage: string,
  cause?: unknown,
): Fault {
  return new Fault({ kind: 'unavailable', code, publicMessage, cause })
}

function badQuery(): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'ai_service.bad_query',
    publicMessage: 'The AI service does not accept the query. Change its inputs.',
  })
}
