// Rules about providers: their base URLs, the models that they may answer with, and the request fields to reject.
import type { Route } from './alias.ts'

/**
 * Request fields that can choose another model or another price, by the end of the provider's host name. A gateway
 * forwards all fields that a route does not reject, so an operator who adds such a route is shown which ones to reject.
 */
const fieldsByHost: Readonly<Record<string, readonly string[]>> = {
  'openrouter.ai': ['models', 'route', 'provider', 'plugins', 'transforms', 'web_search_options'],
  'ai-gateway.vercel.sh': ['models', 'providerOptions', 'web_search_options'],
  'gateway.ai.cloudflare.com': ['provider', 'fallbacks'],
  'requesty.ai': ['models', 'route', 'policy'],
  'litellm.ai': ['models', 'fallbacks', 'router'],
  'api.openai.com': ['service_tier', 'web_search_options'],
  'api.x.ai': ['search_parameters', 'service_tier'],
  'api.groq.com': ['service_tier', 'search_settings'],
  'api.perplexity.ai': ['web_search_options', 'search_mode'],
}

/** The known fields that change the model or the price at this provider. */
export function proposeRejectedFields(baseUrl: string): readonly string[] {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : ''
  const known = Object.keys(fieldsByHost).find((name) => host === name || host.endsWith(`.${name}`))
  return known === undefined ? [] : (fieldsByHost[known] ?? [])
}

/**
 * Returns a provider's base URL without a trailing slash, or undefined if the text is not a valid one. A user name, a
 * query or a fragment would be a misplaced secret or would be lost when a path is appended.
 */
export function parseProviderUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) return undefined
  if (url.username || url.password || url.search || url.hash) return undefined
  return url.origin + url.pathname.replace(/\/+$/, '')
}

/**
 * Whether a provider's answer names a model that is allowed for this route. Without a list of names, that is the
 * requested model, with or without the path before its name and the date or size that providers append.
 */
export function isExpectedModel(
  { answerModels, providerModel }: Pick<Route, 'answerModels' | 'providerModel'>,
  named: string,
): boolean {
  const name = named.toLowerCase()
  if (answerModels.length === 0) return lastPart(name).startsWith(lastPart(providerModel.toLowerCase()))
  return answerModels.some((expected) => {
    const pattern = expected.toLowerCase()
    return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
  })
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}
