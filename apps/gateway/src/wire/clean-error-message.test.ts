import { expect, test } from 'vitest'
import { cleanErrorMessage } from './clean-error-message.ts'

const identity = {
  alias: 'svc/chat-default',
  providerModel: 'acme/turbo-4o',
  baseUrl: 'https://api.acmecloud.com:8443/v1',
  names: ['Acme AI'],
}

const clean = (body: unknown, own = {}) =>
  cleanErrorMessage(Buffer.from(JSON.stringify(body)), { ...identity, ...own })
const cleanText = (message: string, own = {}) => clean({ error: { message } }, own).message

test('an error in the request reaches the caller', () => {
  expect(
    clean({
      error: {
        message: "Invalid 'messages[1].content': expected a string, got null.",
        type: 'invalid_request_error',
        param: 'messages[1].content',
        code: 'invalid_type',
      },
    }),
  ).toEqual({
    message: "Invalid 'messages[1].content': expected a string, got null.",
    param: 'messages[1].content',
    code: 'invalid_type',
  })
})

test.each([
  [{ error: 'too long' }, 'too long'],
  [{ message: 'too long' }, 'too long'],
  [{ detail: 'too long' }, 'too long'],
  [{ error: { detail: 'too long' } }, 'too long'],
  [{ error: { message: '  too\n\tlong\u0007 ' } }, 'too long'],
])('the message is found where providers put it: %j', (body, expected) => {
  expect(clean(body).message).toBe(expected)
})

test.each([
  ['The model `acme/turbo-4o` does not exist', 'The model `svc/chat-default` does not exist'],
  [
    'turbo-4o-2024-08-06 takes no images; TURBO-4O never did',
    'svc/chat-default takes no images; svc/chat-default never did',
  ],
  ['Model turbo-4o:free is gone.', 'Model svc/chat-default is gone.'],
  ['turbo-4omni and xturbo-4o are other models', 'turbo-4omni and xturbo-4o are other models'],
])('the model is replaced with its alias: %j', (message, expected) => {
  expect(cleanText(message)).toBe(expected)
})

test.each([
  'See https://platform.acmecloud.com/docs?x=1 for more',
  'POST http://10.0.0.7:8000/v1/chat failed',
  'connect ECONNREFUSED 10.1.2.3:443',
  'host api.acmecloud.com:8443 refused',
  'docs.acmecloud.com says so, and so does AcmeCloud',
  'Acme AI is overloaded',
  'upstream vllm-7.prod.internal:9000 timed out',
  'Incorrect API key provided: sk-abc123def456',
  'Incorrect API key provided: sk-ab************************wxyz.',
  'header was Authorization: Bearer abc.def-ghi',
  'in organization org-1a2b3c4d5e on tokens per min',
  'project proj_1a2b3c4d5e6f has no access',
  'token eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9 expired',
  'deployment 3fa85f64-5717-4562-b3fc-2c963f66afa6 not found',
])('no address, name or key of the provider is passed on: %j', (message) => {
  const cleaned = cleanText(message)
  expect(cleaned).toMatch(/\[removed\]|the provider/)
  expect(cleaned).not.toMatch(/acme|\d\.\d|sk-|Bearer|org-|proj_|eyJ|3fa8|vllm|abc|wxyz/i)
})

test('parameter names and values are not mistaken for hosts or keys', () => {
  const message =
    "Unknown parameter: 'response_format.json_schema.name'. max_tokens 4096 is over 2048.5; use user_id or api_version"
  expect(cleanText(message)).toBe(message)
})

test.each([
  ['context_length_exceeded', 'context_length_exceeded'],
  [400, null],
  ['INVALID', null],
  ['a b', null],
  ['None\n', null],
  ['x'.repeat(65), null],
  ['acmecloud', null],
  [null, null],
  [undefined, null],
])('the code %j is passed on as %j', (code, expected) => {
  expect(clean({ error: { message: 'x', code } }).code).toBe(expected)
})

test('a parameter that names the provider is not passed on', () => {
  expect(clean({ error: { message: 'x', param: 'turbo-4o' } }).param).toBeNull()
  expect(clean({ error: { message: 'x', param: 'a b' } }).param).toBeNull()
})

test.each([
  '<html>502 Bad Gateway nginx</html>',
  '',
  '[]',
  'null',
  '{"error":{}}',
  '{"error":{"message":7}}',
])('an error body without a message yields the generic one: %s', (body) => {
  expect(cleanErrorMessage(Buffer.from(body), identity)).toEqual({
    message: 'The model refused the request.',
    code: null,
    param: null,
  })
})

test('a long message is truncated, and a dump is not read at all', () => {
  expect(cleanText('word '.repeat(1_000))).toHaveLength(1_000)
  expect(cleanText('x'.repeat(70_000))).toBe('The model refused the request.')
})

test('the alias itself is not cleaned, and an invalid base URL is harmless', () => {
  expect(cleanText('no turbo here', { providerModel: 'x/turbo', alias: 'svc/turbo-acmecloud.com' })).toBe(
    'no svc/turbo-acmecloud.com here',
  )
  expect(cleanText('fine', { baseUrl: 'not a url', providerModel: '' })).toBe('fine')
})

test('a hostile message is cleaned quickly', () => {
  const before = process.threadCpuUsage()
  for (const unit of ['a.', 'a-', 'sk-', 'a:', '1.', '*', 'a', '_1']) cleanText(unit.repeat(20_000))
  expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(1_000)
})

test.each([
  'The deployment gpt4o of OpenAI on Azure does not exist; see Azure OpenAI docs.',
  'Groq: please contact OpenAI support',
  'Gemini API: Google says: request contains an invalid argument. models/gemini-2.5-pro',
  'Claude 3.5 Sonnet does not support this; claude-3-5-sonnet-20241022 is required',
  'anthropic.claude-v2 on Bedrock (AWS) rejected it',
  'meta-llama/Llama-3.3-70B-Instruct takes at most 8192 tokens',
  'o3-mini does not take temperature, o1 neither',
  'Mistral AI: mistral-large-latest, mixtral-8x7b and codestral are gone',
  'DeepSeek: deepseek-reasoner has no tools',
  'qwen2.5-72b-instruct via DashScope',
  'accounts/fireworks/models/llama-v3p1-8b-instruct is unknown',
])('no provider or model family is named, for any route: %s', (message) => {
  const text = cleanText(message)
  expect(text).not.toMatch(
    /openai|azure|groq|gemini|google|claude|anthropic|sonnet|bedrock|aws|llama|\bo[13]\b|mistral|mixtral|codestral|deepseek|qwen|dashscope/i,
  )
})

test.each([
  "Invalid 'temperature': must be between 0 and 2, got 3.",
  'The prompt has 9000 tokens and the context window has 8192.',
  'Unknown parameter: response_format.json_schema.strict',
  'tool_choice must be one of auto, none, required',
  'The audio format opus is not supported. Use mp3 or wav.',
])('ordinary words are unchanged: %s', (message) => {
  expect(cleanText(message)).toBe(message)
})
