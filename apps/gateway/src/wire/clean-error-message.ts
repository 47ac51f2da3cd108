// Cleans a provider's error message so that callers may see it: removes the names of the provider, its models and
// hosts, and anything that looks like a key. Hiding takes precedence over readability.

export type ProviderIdentity = {
  /** The name by which the caller knows the model. */
  readonly alias: string
  readonly providerModel: string
  readonly baseUrl: string
  /** Names of the provider that its address does not contain. */
  readonly names?: readonly string[]
}

export type CleanError = {
  readonly message: string
  readonly code: string | null
  readonly param: string | null
}

// Placeholder for the alias while the rest is cleaned, so that nothing inside the alias is replaced; control characters
// have been removed by then, so no message contains it.
const aliasMark = '\0'

const unspecific = 'The model refused the request.'
const removed = '[removed]'

// A larger error body is an HTML page or a dump, and not meant for callers.
const bodyBytesMax = 65_536
const messageLengthMax = 1_000

export function cleanErrorMessage(body: Buffer, identity: ProviderIdentity): CleanError {
  const { message, code, param } = readError(body)
  const clean = createCleaner(identity)
  return {
    message: clean(message) || unspecific,
    code: passOn(code, { form: /^[a-z][a-z0-9_]{0,63}$/, clean }),
    param: passOn(param, { form: /^[A-Za-z_][\w.[\]-]{0,127}$/, clean }),
  }
}

type Cleaner = (text: string) => string

/** Passes a code or param on only if it needs no cleaning: a changed name would be meaningless. */
function passOn(value: unknown, { form, clean }: { form: RegExp; clean: Cleaner }): string | null {
  return typeof value === 'string' && form.test(value) && clean(value) === value ? value : null
}

type Fields = Readonly<Record<string, unknown>>

/** Looks where providers put the message: `error` as an object or a string, `message`, `detail`. */
function readError(body: Buffer): { message: string; code: unknown; param: unknown } {
  const answer = parseObject(body)
  const error = answer['error']
  const fields = isObject(error) ? error : answer
  const message = [error, fields['message'], fields['detail']].find((text) => typeof text === 'string')
  return { message: message ?? '', code: fields['code'], param: fields['param'] }
}

function parseObject(body: Buffer): Fields {
  if (body.length > bodyBytesMax) return {}
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type Replacement = readonly [pattern: RegExp, by: string]

// Order matters: a pattern whose matches may contain those of another comes before it (a URL may contain a key, an
// address or a host name).
const generalReplacements: readonly Replacement[] = [
  // Control characters and line breaks, which could forge log lines or terminal output.
  [/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '],
  [/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, removed],
  [/\bBearer\s+\S+/gi, removed],
  // Keys and account ids with a prefix, masked ones included: sk-abc***xyz, org-1a2b3c, proj_1a2b3c.
  [/\b(?:sk|pk|rk|gsk|xai|api|key|org|proj|acct|user|req|AIza)[-_]?(?=[\w*.-]*[\d*])[\w*.-]{6,}/g, removed],
  // Anything with the length and character mix of a key.
  [/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}/g, removed],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, removed],
  [/\b(?:[a-z0-9-]+\.)+(?:com|net|org|io|ai|dev|app|cloud|xyz|local|internal)\b(?::\d+)?/gi, removed],
]

function createCleaner(identity: ProviderIdentity): Cleaner {
  const replacements = [...generalReplacements, ...ownReplacements(identity)]
  return (text) => {
    // Truncated twice: to bound the work of the patterns, and because a replacement may be longer than the match.
    const short = text.slice(0, messageLengthMax * 2)
    const clean = replacements.reduce((cleaned, [pattern, by]) => cleaned.replace(pattern, () => by), short)
    const tidy = clean.replaceAll(/ {2,}/g, ' ').replaceAll(aliasMark, identity.alias).trim()
    return tidy.length > messageLengthMax ? `${tidy.slice(0, messageLengthMax - 1)}…` : tidy
  }
}

function ownReplacements({ providerModel, baseUrl, names = [] }: ProviderIdentity): Replacement[] {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : ''
  // Error messages may contain only the last part of a name such as accounts/x/models/name.
  const models = [providerModel, providerModel.split('/').at(-1) ?? '']
  return [
    [anyOf([host], String.raw`(?::\d+)?`), removed],
    // The suffix matches what providers append, such as the date in gpt-x-2024-08-06.
    [anyOf(models, String.raw`(?:[-:@.]\w+)*`), aliasMark],
    [anyOf([...names, ...namesIn(host)], ''), 'the provider'],
    ...knownNames.map(([pattern, by]): Replacement => [
      pattern,
      by === 'family' ? aliasMark : 'the provider',
    ]),
  ]
}

/**
 * The registered part of the host, such as `example` in api.example.com. Very short labels are skipped, as they are
 * ordinary words.
 */
function namesIn(host: string): string[] {
  const label = host.split('.').at(-2) ?? ''
  return label.length > 3 && /[a-z]/.test(label) ? [label] : []
}

/** Matches whole words only, and nothing if the list is empty. */
function anyOf(names: readonly string[], suffix: string): RegExp {
  const escaped = names.filter((name) => name !== '').map((name) => RegExp.escape(name))
  if (escaped.length === 0) return /(?!)/g
  return new RegExp(String.raw`(?<!\w)(?:${escaped.join('|')})${suffix}(?!\w)`, 'gi')
}

// Names of providers and their model families as they appear in error messages. Callers know models by alias only, so
// none of these may reach them. Names that are also ordinary words (together, nova, command) are omitted: a route may
// list them itself.
const providers = [
  'AI21',
  'Aleph Alpha',
  'Alibaba',
  'Amazon',
  'Anthropic',
  'AWS',
  'Azure',
  'Baichuan',
  'Baidu',
  'Bedrock',
  'Cerebras',
  'Cloudflare',
  'Cohere',
  'CoreWeave',
  'DashScope',
  'Databricks',
  'DeepInfra',
  'DeepSeek',
  'Fireworks AI',
  'Google',
  'Groq',
  'Hugging Face',
  'HuggingFace',
  'Hyperbolic',
  'Lepton AI',
  'LiteLLM',
  'Microsoft',
  'MiniMax',
  'Mistral AI',
  'Moonshot',
  'Nebius',
  'Novita',
  'NVIDIA',
  'OctoAI',
  'Ollama',
  'OpenAI',
  'OpenRouter',
  'Perplexity',
  'Portkey',
  'Replicate',
  'SambaNova',
  'SiliconFlow',
  'Tencent',
  'Together AI',
  'Vertex AI',
  'Vertex',
  'vLLM',
  'Volcengine',
  'xAI',
  'Zhipu',
]

const families = [
  'ChatGPT',
  'Claude',
  'Codestral',
  'DBRX',
  'ERNIE',
  'Gemini',
  'Gemma',
  'GLM',
  'GPT',
  'Grok',
  'Hunyuan',
  'Jamba',
  'Kimi',
  'Llama',
  'Magistral',
  'Ministral',
  'Mistral',
  'Mixtral',
  'Nemotron',
  'Pixtral',
  'Qwen',
  'Qwq',
]

/**
 * A family with its prefixes and suffixes: Claude 3.5 Sonnet, us.anthropic.claude-v2:1, models/gemini-2.5-pro,
 * gpt-4o-mini.
 */
const familyPattern = new RegExp(
  String.raw`(?<![\w./-])(?:[\w-]+[./:])*(?:${alternatives(families)})(?:[-_:./]?\w+)*` +
    String.raw`(?: (?:\d[\w.]*\w|\d|Opus|Sonnet|Haiku|Instant)(?!\w))*`,
  'gi',
)
// OpenAI's reasoning models, whose names are very short: o1, o3-mini, o4-mini-2025-04-16.
const shortPattern = /(?<![\w/-])o[1-9](?:-(?:mini|pro|preview)[\w-]*)?(?![\w-])/g
const providerPattern = new RegExp(String.raw`(?<!\w)(?:${alternatives(providers)})(?!\w)`, 'gi')

/** Order matters: a family may follow the name of its provider. */
const knownNames: readonly (readonly [pattern: RegExp, by: 'family' | 'provider'])[] = [
  [familyPattern, 'family'],
  [shortPattern, 'family'],
  [providerPattern, 'provider'],
]

function alternatives(names: readonly string[]): string {
  return names
    .toSorted((left, right) => right.length - left.length)
    .map((name) => RegExp.escape(name))
    .join('|')
}
