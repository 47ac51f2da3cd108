import { formatCredits } from '@gatehouse/credits/credit'
import { type AliasEntry, type Price, capabilities } from '@gatehouse/models/alias'
import type { ServiceNames } from '@gatehouse/models/service-names'
import { z } from 'zod'
import {
  chatEndpoint,
  completionsEndpoint,
  embeddingsEndpoint,
  parseCvEndpoint,
  parseJdEndpoint,
} from '../../call/endpoint.ts'

const perMillion = z.string().describe('Credits per million tokens, with six decimal places')

export const modelOutput = z.object({
  id: z.string().describe('The alias to send as the model of a call'),
  object: z.literal('model'),
  created: z.int(),
  owned_by: z.string(),
  capability: z.enum(capabilities),
  endpoints: z.array(z.string()).describe('Paths below the base address at which the model can be called'),
  context_length: z.int().nullable().describe('Maximum number of prompt tokens; null if it is unknown'),
  max_output_tokens: z.int().describe('Number of output tokens assumed for a call that sets no limit'),
  price: z
    .object({
      version: z.string(),
      currency: z.literal('credits'),
      input_per_million: perMillion,
      cached_input_per_million: perMillion,
      output_per_million: perMillion,
    })
    .nullable()
    .describe('The price of a call that starts now; null if none is decided'),
})

const endpoints = [
  chatEndpoint,
  completionsEndpoint,
  embeddingsEndpoint,
  parseCvEndpoint,
  parseJdEndpoint,
] as const

/** The owner is this service: the provider behind an alias is not disclosed. */
export function modelBody(entry: AliasEntry, { prefix }: ServiceNames): z.input<typeof modelOutput> {
  const serving = endpoints.filter((endpoint) => endpoint.capabilities.includes(entry.capability))
  return {
    id: entry.alias,
    object: 'model',
    created: 0,
    owned_by: prefix,
    capability: entry.capability,
    endpoints: serving.map(({ path }) => path),
    context_length: entry.contextTokens,
    max_output_tokens: entry.maxOutputTokens,
    price: entry.price ? priceBody(entry.price) : null,
  }
}

function priceBody(price: Price) {
  return {
    version: price.version.toString(),
    currency: 'credits' as const,
    input_per_million: formatCredits(price.inputMicrosPerMillion),
    cached_input_per_million: formatCredits(price.cachedInputMicrosPerMillion),
    output_per_million: formatCredits(price.outputMicrosPerMillion),
  }
}
