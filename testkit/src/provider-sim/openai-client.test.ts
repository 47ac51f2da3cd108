// The official client decides whether the simulator implements the wire format.
import {
  APIConnectionError,
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  OpenAI,
  PermissionDeniedError,
  RateLimitError,
} from 'openai'
import { zodResponseFormat } from 'openai/helpers/zod'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import {
  countChatPromptTokens,
  countTokens,
  type ProviderSim,
  startProviderSim,
} from './start-provider-sim.ts'

let sim: ProviderSim
let client: OpenAI

beforeEach(async () => {
  sim = await startProviderSim({ apiKey: 'sim-key' })
  client = new OpenAI({ baseURL: sim.baseUrl, apiKey: 'sim-key', maxRetries: 0, logLevel: 'off' })
})

afterEach(() => sim.close())

const MODEL = 'any-model'
const MESSAGES = [
  { role: 'system' as const, content: 'Be brief.' },
  { role: 'user' as const, content: 'Grüße, wie geht’s? 👋' },
]
const WEATHER_TOOL = {
  type: 'function' as const,
  function: {
    name: 'get_weather',
    description: 'The weather in a city.',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string', maxLength: 12 }, unit: { enum: ['C', 'F'] } },
      required: ['city', 'unit'],
      additionalProperties: false,
    },
  },
}
const toObject = (json: string) => JSON.parse(json) as object
const weatherArguments = z.strictObject({ city: z.string().max(12), unit: z.enum(['C', 'F']) })

test('a chat answer names the simulator, echoes the question and reports predictable usage', async () => {
  const completion = await client.chat.completions.create({ model: MODEL, messages: MESSAGES })
  const content = completion.choices[0]?.message.content ?? ''
  expect(content).toContain(
    "This is Gatehouse's provider simulator, not a model. You said: Grüße, wie geht’s? 👋",
  )
  expect(completion).toMatchObject({ object: 'chat.completion', model: MODEL })
  expect(completion.id).toMatch(/^chatcmpl-sim-[0-9a-f]{24}$/)
  expect(completion.choices[0]).toMatchObject({ index: 0, finish_reason: 'stop' })
  const promptTokens = countChatPromptTokens({ messages: MESSAGES })
  expect(completion.usage).toEqual({
    prompt_tokens: promptTokens,
    completion_tokens: countTokens(content),
    total_tokens: promptTokens + countTokens(content),
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0 },
  })
})

test('the same request gets the same answer, and another request a different one', async () => {
  const ask = (content: string) =>
    client.chat.completions.create({ model: MODEL, messages: [{ role: 'user', content }] })
  expect(await ask('one')).toEqual(await ask('one'))
  expect((await ask('one')).id).not.toBe((await ask('two')).id)
})

test('a streamed chat answer adds up to the whole one and reports the same usage', async () => {
  const whole = await client.chat.completions.create({ model: MODEL, messages: MESSAGES, n: 2 })
  const stream = client.chat.completions.stream({
    model: MODEL,
    messages: MESSAGES,
    n: 2,
    stream_options: { include_usage: true },
  })
  const streamed = await stream.finalChatCompletion()
  expect(streamed.choices).toHaveLength(2)
  expect(streamed.usage?.completion_tokens).toBe(
    streamed.choices.reduce((sum, choice) => sum + countTokens(choice.message.content ?? ''), 0),
  )
  expect(streamed.usage?.prompt_tokens).toBe(whole.usage?.prompt_tokens)
  for (const choice of streamed.choices) {
    expect(choice.message.content).toMatch(/^This is Gatehouse's provider simulator/)
    expect(choice.finish_reason).toBe('stop')
  }
})

test('usage is streamed in one last chunk with empty choices, and only on request', async () => {
  const read = async (include_usage: boolean) => {
    const params = {
      model: MODEL,
      messages: MESSAGES,
      stream: true as const,
      stream_options: { include_usage },
    }
    return Array.fromAsync(await client.chat.completions.create(params))
  }
  const withUsage = await read(true)
  expect(withUsage.at(-1)).toMatchObject({
    choices: [],
    usage: { prompt_tokens: expect.any(Number) as number },
  })
  expect(withUsage.slice(0, -1).every((chunk) => chunk.usage === null && chunk.choices.length === 1)).toBe(
    true,
  )
  const unasked = await read(false)
  expect(unasked.every((chunk) => !('usage' in chunk) && chunk.choices.length === 1)).toBe(true)
  expect(unasked.at(-1)?.choices[0]?.finish_reason).toBe('stop')
})

test.each([{ max_tokens: 5 }, { max_completion_tokens: 5 }])(
  '%o ends the answer with "length"',
  async (limit) => {
    const whole = await client.chat.completions.create({ model: MODEL, messages: MESSAGES, ...limit })
    expect(whole.choices[0]).toMatchObject({
      finish_reason: 'length',
      message: { content: "This is Gatehouse's " },
    })
    expect(whole.usage?.completion_tokens).toBe(5)
    const stream = client.chat.completions.stream({ model: MODEL, messages: MESSAGES, ...limit })
    expect((await stream.finalChatCompletion()).choices[0]).toMatchObject({
      finish_reason: 'length',
      message: { content: "This is Gatehouse's " },
    })
  },
)

test('the answer ends before the first stop sequence', async () => {
  const params = { model: MODEL, messages: MESSAGES, stop: ['model', ' simulator'] }
  const { choices } = await client.chat.completions.create(params)
  expect(choices[0]).toMatchObject({
    finish_reason: 'stop',
    message: { content: "This is Gatehouse's provider" },
  })
})

test.each([
  { tool_choice: 'required' as const },
  { tool_choice: { type: 'function' as const, function: { name: 'get_weather' } } },
])('a tool is called, whole and streamed, when tool_choice is %o', async (choice) => {
  const params = { model: MODEL, messages: MESSAGES, tools: [WEATHER_TOOL], ...choice }
  const whole = await client.chat.completions.create(params)
  const streamed = await client.chat.completions.stream(params).finalChatCompletion()
  for (const completion of [whole, streamed]) {
    expect(completion.choices[0]).toMatchObject({ finish_reason: 'tool_calls', message: { content: null } })
    const [call] = completion.choices[0]?.message.tool_calls ?? []
    expect(call).toMatchObject({ type: 'function', function: { name: 'get_weather' } })
    expect(call?.id).toMatch(/^call_sim_/)
    const args = call?.type === 'function' ? call.function.arguments : ''
    expect(weatherArguments.safeParse(JSON.parse(args)).error).toBeUndefined()
  }
})

test('unless forced, a tool is called only if the user asks for it, and its result ends the loop', async () => {
  const quiet = await client.chat.completions.create({
    model: MODEL,
    messages: MESSAGES,
    tools: [WEATHER_TOOL],
  })
  expect(quiet.choices[0]?.finish_reason).toBe('stop')
  const runner = client.chat.completions.runTools({
    model: MODEL,
    messages: [{ role: 'user', content: 'Please call the tool.' }],
    tools: [
      {
        type: 'function',
        function: { ...WEATHER_TOOL.function, parse: toObject, function: () => 'sunny' },
      },
    ],
  })
  expect(await runner.finalContent()).toContain('The tool returned: sunny')
  expect(sim.counts.completed).toBe(3)
})

test('a token limit cuts a tool call off like any other answer', async () => {
  const params = { model: MODEL, messages: MESSAGES, tools: [WEATHER_TOOL], max_tokens: 2 }
  const { choices } = await client.chat.completions.create({ ...params, tool_choice: 'required' })
  expect(choices[0]).toMatchObject({
    finish_reason: 'length',
    message: { tool_calls: [{ function: { arguments: '{"city":' } }] },
  })
})

test('a long question is echoed only in part', async () => {
  const messages = [{ role: 'user' as const, content: '👋'.repeat(5_000) }]
  const { choices } = await client.chat.completions.create({ model: MODEL, messages })
  expect(choices[0]?.message.content).toContain(`You said: ${'👋'.repeat(280)}… `)
})

test('null means "not given", as in the wire format', async () => {
  const params = { model: MODEL, messages: MESSAGES, n: null, stop: null, stream: null, max_tokens: null }
  const { choices } = await client.chat.completions.create(params)
  expect(choices[0]?.finish_reason).toBe('stop')
})

test('tool_choice "none" is obeyed', async () => {
  const messages = [{ role: 'user' as const, content: 'call the tool' }]
  const params = { model: MODEL, messages, tools: [WEATHER_TOOL], tool_choice: 'none' as const }
  const { choices } = await client.chat.completions.create(params)
  expect(choices[0]?.message.tool_calls).toBeUndefined()
})

test('a structured output satisfies its schema', async () => {
  const schema = z.object({
    title: z.string().max(20),
    level: z.enum(['junior', 'senior']),
    years: z.int().min(1).max(40),
    skills: z.array(z.object({ name: z.string(), score: z.number().min(0).max(1) })).min(2),
    remote: z.boolean().nullable(),
  })
  const completion = await client.chat.completions.parse({
    model: MODEL,
    messages: MESSAGES,
    response_format: zodResponseFormat(schema, 'job'),
  })
  expect(schema.safeParse(completion.choices[0]?.message.parsed).error).toBeUndefined()
})

test('json_object gives a JSON object', async () => {
  const params = { model: MODEL, messages: MESSAGES, response_format: { type: 'json_object' as const } }
  const { choices } = await client.chat.completions.create(params)
  expect(JSON.parse(choices[0]?.message.content ?? '')).toMatchObject({ simulated: true })
})

test('legacy completions answer several prompts, whole and streamed', async () => {
  const whole = await client.completions.create({ model: MODEL, prompt: ['one', 'two'], max_tokens: 40 })
  expect(whole).toMatchObject({ object: 'text_completion', model: MODEL })
  expect(whole.id).toMatch(/^cmpl-sim-/)
  expect(whole.choices.map((choice) => choice.text)).toEqual([
    expect.stringContaining('You said: one'),
    expect.stringContaining('You said: two'),
  ])
  expect(whole.usage?.prompt_tokens).toBe(2)
  const params = {
    model: MODEL,
    prompt: [1, 2, 3],
    stream: true as const,
    stream_options: { include_usage: true },
  }
  const chunks = await Array.fromAsync(await client.completions.create(params))
  const text = chunks.map((chunk) => chunk.choices[0]?.text ?? '').join('')
  expect(text).toContain('You said: tokens 1 2 3')
  expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop')
  expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 3 } })
})

test('embeddings in base64, the client’s default, equal those requested as floats', async () => {
  const input = ['one', 'two']
  const byDefault = await client.embeddings.create({ model: MODEL, input })
  const asFloats = await client.embeddings.create({ model: MODEL, input, encoding_format: 'float' })
  expect(JSON.parse(sim.requests[0]?.body.toString() ?? '')).toMatchObject({ encoding_format: 'base64' })
  expect(byDefault.data.map(({ embedding }) => embedding.length)).toEqual([1_536, 1_536])
  expect(Array.from(byDefault.data[1]?.embedding ?? [])).toEqual(asFloats.data[1]?.embedding)
  expect(asFloats).toMatchObject({
    object: 'list',
    model: MODEL,
    usage: { prompt_tokens: 2, total_tokens: 2 },
  })
})

test('embeddings are unit vectors of the requested dimensions, one per input, the same for the same text', async () => {
  const embed = async (input: string | string[] | number[] | number[][]) => {
    const params = { model: MODEL, input, dimensions: 256, encoding_format: 'float' as const }
    return (await client.embeddings.create(params)).data.map(({ embedding }) => embedding)
  }
  const [one] = await embed('one')
  expect(one).toHaveLength(256)
  expect(Math.hypot(...(one ?? []))).toBeCloseTo(1, 5)
  const [again, other] = await embed(['one', 'two'])
  expect(again).toEqual(one)
  expect(other).not.toEqual(one)
  expect(await embed([1, 2, 3])).toHaveLength(1)
  expect(await embed([[1], [2, 3]])).toHaveLength(2)
})

test('embeddings are floats if no format is named at all', async () => {
  const body = { model: MODEL, input: 'one', dimensions: 3 }
  expect(await client.post('/embeddings', { body })).toMatchObject({
    data: [{ embedding: Array.from({ length: 3 }, () => expect.any(Number) as number) }],
  })
})

test('a provider that ignores encoding_format can be simulated', async () => {
  sim.planNext({ shape: { ignoreEncodingFormat: true } })
  const params = { model: MODEL, input: 'one', encoding_format: 'base64' as const }
  const { data } = await client.embeddings.create(params)
  expect(Array.isArray(data[0]?.embedding)).toBe(true)
})

test('models are listed, and any model can be looked up', async () => {
  const models = await Array.fromAsync(client.models.list())
  expect(models.map(({ id }) => id)).toEqual(['sim-chat', 'sim-embed'])
  expect(await client.models.retrieve('whatever')).toMatchObject({ id: 'whatever', object: 'model' })
})

test('a missing or wrong key is rejected when one is required', async () => {
  const stranger = new OpenAI({ baseURL: sim.baseUrl, apiKey: 'wrong', maxRetries: 0 })
  const refused = stranger.chat.completions.create({ model: MODEL, messages: MESSAGES })
  await expect(refused).rejects.toBeInstanceOf(AuthenticationError)
  await expect(refused).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' })
})

test('invalid requests are rejected with the name of the invalid parameter', async () => {
  const chat = { model: MODEL, messages: MESSAGES }
  const refusals = [
    [() => client.chat.completions.create({ ...chat, messages: [] }), 'messages'],
    [() => client.chat.completions.create({ ...chat, n: 0 }), 'n'],
    [
      () => client.chat.completions.create({ ...chat, stream_options: { include_usage: true } }),
      'stream_options',
    ],
    [() => client.chat.completions.create({ ...chat, tool_choice: 'required' }), 'tool_choice'],
    [() => client.embeddings.create({ model: MODEL, input: '' }), 'input'],
  ] as const
  for (const [attempt, param] of refusals) {
    const refusal = attempt()
    await expect(refusal).rejects.toBeInstanceOf(BadRequestError)
    await expect(refusal).rejects.toMatchObject({ type: 'invalid_request_error', param })
  }
})

test('an unknown route is 404 and a wrong method 405', async () => {
  await expect(client.post('/nowhere', { body: {} })).rejects.toBeInstanceOf(NotFoundError)
  await expect(client.get('/chat/completions')).rejects.toMatchObject({ status: 405 })
})

test.each([
  { status: 400, type: BadRequestError },
  { status: 403, type: PermissionDeniedError },
  { status: 429, type: RateLimitError },
  { status: 500, type: InternalServerError },
  { status: 503, type: InternalServerError },
])('a planned $status surfaces as the client’s error class', async ({ status, type }) => {
  sim.planNext({ fault: { kind: 'status', status, code: 'planned', retryAfter: 3 } })
  const failed = client.chat.completions.create({ model: MODEL, messages: MESSAGES })
  await expect(failed).rejects.toBeInstanceOf(type)
  await expect(failed).rejects.toMatchObject({ status, code: 'planned' })
})

test('the client’s own retry succeeds after a planned 429', async () => {
  sim.planNext({ fault: { kind: 'status', status: 429, retryAfter: 0 } }, 2)
  const patient = new OpenAI({ baseURL: sim.baseUrl, apiKey: 'sim-key', maxRetries: 2 })
  await patient.chat.completions.create({ model: MODEL, messages: MESSAGES })
  expect(sim.counts).toMatchObject({ started: 3, faulted: 2, completed: 1 })
})

test('a reset connection, an error frame and a garbage frame surface as errors', async () => {
  const read = async () =>
    Array.fromAsync(await client.chat.completions.create({ model: MODEL, messages: MESSAGES, stream: true }))
  sim.planNext({ fault: { kind: 'reset_before_headers' } })
  await expect(read()).rejects.toBeInstanceOf(APIConnectionError)
  sim.planNext({ fault: { kind: 'error_mid_stream', after: 2, code: 'overloaded' } })
  await expect(read()).rejects.toMatchObject({ code: 'overloaded' })
  sim.planNext({ fault: { kind: 'garbage_frame', after: 1 } })
  await expect(read()).rejects.toBeInstanceOf(SyntaxError)
})

test.each([
  { crlf: true },
  { comments: true },
  { multiLineData: true },
  { writeBytesMax: 1 },
  { gzip: true },
  { duplicateDone: true },
])('the client reads a stream of shape %o as it reads a plain one', async (shape) => {
  const params = { model: MODEL, messages: MESSAGES, stream: true as const }
  const plain = await Array.fromAsync(await client.chat.completions.create(params))
  sim.planNext({ shape })
  expect(await Array.fromAsync(await client.chat.completions.create(params))).toEqual(plain)
})
