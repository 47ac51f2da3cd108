// Known providers whose requests may choose another model or another price. A gateway forwards bodies unchanged, so an
// operator who adds such a route is shown which fields to reject.

/** Keyed by the end of the host name. */
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
