// Controls the match-score generator through the AI service's internal routes, and finds out whether mail is sent.
import type { GeneratorMetrics, GeneratorStatus } from '@gatehouse/matching/generator-status'
import { sendMailTask } from '@gatehouse/mail/send-mail-task'
import { z } from 'zod'
import type { AiServiceAddress } from './ai-service-settings.ts'
import { createAskAiService } from './ai-service-request.ts'

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

/** Without an address, every control fails with a message that names the missing settings. */
export function createGeneratorControls(address: AiServiceAddress | undefined): GeneratorControls {
  const ask = createAskAiService(address, 'generator')
  const path = (name: string) => `/api/v1/background-tasks/match-score-generator/${name}`
  return {
    start: () => ask({ method: 'POST', path: path('start'), schema: statusSchema }),
    stop: () => ask({ method: 'POST', path: path('stop'), schema: statusSchema }),
    readStatus: () => ask({ path: path('status'), schema: statusSchema }),
    readMetrics: () => ask({ path: path('metrics'), schema: metricsSchema }),
  }
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
