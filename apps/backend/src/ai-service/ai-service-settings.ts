import { url } from '@gatehouse/runtime/config-fields'
import { Secret } from '@gatehouse/runtime/secret'
import { z } from 'zod'

const secretLengthMin = 32

/**
 * Base URL of the AI service's internal routes and the secret that the backend authenticates with. Set both or neither.
 */
export const aiServiceSettings = {
  AI_SERVICE_URL: url('http', 'https').optional(),
  AI_SERVICE_SECRET: z
    .string()
    .min(secretLengthMin, `must have at least ${secretLengthMin} characters`)
    .transform((text) => new Secret(text))
    .optional(),
}

export type AiServiceAddress = { url: string; secret: Secret }

type Environment = { AI_SERVICE_URL?: string | undefined; AI_SERVICE_SECRET?: Secret | undefined }

export function groupAiServiceSettings(
  { AI_SERVICE_URL: address, AI_SERVICE_SECRET: secret }: Environment,
  context: z.RefinementCtx,
): AiServiceAddress | undefined {
  if ((address === undefined) !== (secret === undefined)) {
    const missing = address === undefined ? 'AI_SERVICE_URL' : 'AI_SERVICE_SECRET'
    const message = 'is missing: set AI_SERVICE_URL and AI_SERVICE_SECRET, or neither'
    context.addIssue({ code: 'custom', path: [missing], message })
  }
  return address !== undefined && secret ? { url: address.replace(/\/$/, ''), secret } : undefined
}
