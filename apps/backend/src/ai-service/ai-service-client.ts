// Client of the AI service's internal routes: controls the match-score generator, and finds out whether mail is sent.
// Responses are validated, because the AI service is another process and may run another release.
import type { GeneratorMetrics, GeneratorStatus } from '@gatehouse/matching/generator-status'
import { sendMailTask } from '@gatehouse/mail/send-mail-task'
import { Fault, type FaultCode } from '@gatehouse/runtime/fault'
import { z } from 'zod'
import type { AiServiceAddress } from './ai-service-settings.ts'

const statusSchema: z.ZodType<GeneratorStatus> = z.object({
  status: z.enum(['running', 'stopped', 'processing']),
  uptime_seconds: z.number(),
  current_batch: z.number(),
  queue_size: z.number(),
})

const metricsSchema: z.ZodType<GeneratorMetrics> = z.object({
  total_processed: z.number(),
  total_errors: z.number(),
  avg_processing_time_ms: z.number(),
  queue_depth: z.number(),
  throughput_per_minute: z.number(),
  last_processed_at: z.iso.datetime().nullable(),
  processing_rate: z.number(),
  error_rate: z.number(),
  circuit_breaker_state: z.enum(['CLOSED', 'OPEN', 'HALF-OPEN']),
})

export type GeneratorControls = {
  start(): Promise<GeneratorStatus>
  stop(): Promise<GeneratorStatus>
  readStatus(): Promise<GeneratorStatus>
  readMetrics(): Promise<GeneratorMetrics>
}

const controlTimeoutMs = 5_000

/** Without an address, every control fails with a message that names the missing settings. */
export function createGeneratorControls(address: AiServiceAddress | undefined): GeneratorControls {
  async function ask<Schema extends z.ZodType>(
    method: 'GET' | 'POST',
    name: string,
    schema: Schema,
  ): Promise<z.output<Schema>> {
    if (!address)
      throw unavailable(
        'ai_service.not_configured',
        'Set AI_SERVICE_URL and AI_SERVICE_SECRET of the backend.',
      )
    const response = await fetch(`${address.url}/api/v1/background-tasks/match-score-generator/${name}`, {
      method,
      headers: { authorization: `Bearer ${address.secret.reveal()}` },
      signal: AbortSignal.timeout(controlTimeoutMs),
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
        'The AI service rejected AI_SERVICE_SECRET: list it in the AI service’s INTERNAL_CALLERS with the permission generator.',
      )
    const body: unknown = response.ok ? await response.json().catch(() => undefined) : undefined
    const answer = schema.safeParse(body)
    if (answer.success) return answer.data
    throw unavailable(
      'ai_service.odd_answer',
      'The AI service cannot serve the request right now. Try again shortly.',
      answer.error,
    )
  }

  return {
    start: () => ask('POST', 'start', statusSchema),
    stop: () => ask('POST', 'stop', statusSchema),
    readStatus: () => ask('GET', 'status', statusSchema),
    readMetrics: () => ask('GET', 'metrics', metricsSchema),
  }
}

function unavailable(
  code: Extract<FaultCode, `ai_service.${string}`>,
  publicMessage: string,
  cause?: unknown,
): Fault {
  return new Fault({ kind: 'unavailable', code, publicMessage, cause })
}

// The backend only writes mails to the outbox; the AI service talks to the mail server, and lists the send-mail task
// among its tasks only if a mail server is configured.
const statsSchema = z.object({
  queues: z.object({ tasks: z.array(z.object({ kind: z.string() })) }),
})

// The answer is complete without the mail status that this check adds, so the check must not delay the answer for long.
const mailCheckTimeoutMs = 2_000

export type HasMailServer = () => Promise<boolean>

/**
 * The check returns false only if the AI service reports that it sends no mail. If the AI service does not respond, the
 * mail is reported as queued, which is true in any case.
 */
export function createMailCheck(address: AiServiceAddress | undefined): HasMailServer {
  return async () => {
    if (!address) return true
    const stats = statsSchema.safeParse(await readStats(address).catch(() => undefined))
    return !stats.success || stats.data.queues.tasks.some(({ kind }) => kind === sendMailTask.name)
  }
}

async function readStats({ url, secret }: AiServiceAddress): Promise<unknown> {
  const response = await fetch(`${url}/monitoring/stats`, {
    headers: { authorization: `Bearer ${secret.reveal()}` },
    signal: AbortSignal.timeout(mailCheckTimeoutMs),
  })
  return await response.json()
}
