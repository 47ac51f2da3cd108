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
export const knownNames: readonly (readonly [pattern: RegExp, by: 'family' | 'provider'])[] = [
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
