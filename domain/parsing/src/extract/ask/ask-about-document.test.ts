import { describe, expect, test } from 'vitest'
import { extractCv } from '../extract-document.ts'
import { documentOf, type Script, scriptedModel } from '../testing/scripted-model.ts'

const cv =
  'Jana Nováková\nExperience\nEngineer, Acme\n2019 - 2021\nBuilt things that other people use every day.'
const answer = {
  name_quote: 'Jana Nováková',
  experience: [{ title: 'Engineer', employer: 'Acme', from: 3, to: 5 }],
}

async function extract(script: Script, text = cv) {
  const model = scriptedModel(script)
  const outcome = await extractCv(model, documentOf(text))
  return { outcome, asked: model.asked, model }
}

function extractionOf({ outcome }: Awaited<ReturnType<typeof extract>>) {
  return outcome.kind === 'extracted' ? outcome.parsed.extraction : undefined
}

describe('the request form', () => {
  const knows =
    (...forms: string[]): Script =>
    (body) => {
      const form = formOf(body)
      return forms.includes(form)
        ? answer
        : { refusal: `Unsupported parameter: ${form} in response_format or tools` }
    }

  test.each([
    [['json_schema'], 'json_schema', 1],
    [['tool'], 'tool', 2],
    [['json_object'], 'json_object', 3],
    [['text'], 'text', 4],
  ])('a route that supports only %o is asked in that form', async (forms, mode, attempts) => {
    const run = await extract(knows(...forms))
    expect(extractionOf(run)).toMatchObject({ mode, attempts, complete: true })
  })

  test('an unsupported form is tried once per route, not for every document', async () => {
    const { model, asked } = await extract(knows('json_object'))
    await extractCv(model, documentOf(cv))
    expect(asked.map(formOf)).toEqual(['json_schema', 'tool', 'json_object', 'json_object'])
  })

  test('a route that declares no schema support is not sent a schema', async () => {
    const model = scriptedModel(() => answer, { supportsJsonSchema: false })
    await extractCv(model, documentOf(cv))
    expect(model.asked.map(formOf)).toEqual(['tool'])
  })

  test('a form without schema enforcement puts the schema into the prompt', async () => {
    const { asked } = await extract(knows('text'))
    expect(asked.at(-1)?.messages[0]?.content).toContain('"name_quote"')
    expect(asked[0]?.messages[0]?.content).not.toContain('"name_quote"')
  })

  test('an unsupported temperature or limit is omitted from then on', async () => {
    const { asked } = await extract((body) => {
      if ('temperature' in body) return { refusal: "'temperature' does not support 0 with this model" }
      if ('max_tokens' in body)
        return { refusal: "'max_tokens' is not supported, use 'max_completion_tokens'" }
      return answer
    })
    expect(asked.at(-1)).toMatchObject({ max_completion_tokens: 2_048 })
    expect(asked).toHaveLength(3)
  })

  test('an unrelated refusal is not retried', async () => {
    const { outcome, asked } = await extract(() => ({ refusal: 'content policy' }))
    expect(outcome.kind).toBe('failed')
    expect(asked).toHaveLength(1)
  })
})

describe('an answer of the wrong form', () => {
  test('is sent back once, with its problems and without the document', async () => {
    const run = await extract((body) =>
      isRepair(body) ? answer : { ...answer, experience: [{ title: 7, from: 3, to: 5 }] },
    )
    expect(extractionOf(run)).toMatchObject({ attempts: 2, complete: true })
    const [, second] = run.asked
    expect(second?.messages[1]?.content).toContain('experience.0.title')
    expect(second?.messages[1]?.content).not.toContain('Built things')
  })

  test('is kept as far as it matches the schema if the correction fails', async () => {
    const wrong = { ...answer, experience: [...answer.experience, { title: 7, from: 3, to: 5 }] }
    const run = await extract(() => wrong)
    expect(extractionOf(run)).toMatchObject({ attempts: 2, complete: false })
    expect(run.outcome).toMatchObject({ parsed: { data: { experience: [{ title: 'Engineer' }] } } })
  })

  test('with fences, surrounding prose and a trailing comma is accepted without a second request', async () => {
    const run = await extract(
      () => `Here it is:\n\`\`\`json\n${JSON.stringify(answer).replace(/}$/, ',}')}\n\`\`\`\nAnything else?`,
    )
    expect(extractionOf(run)).toMatchObject({ attempts: 1, complete: true })
  })

  test.each(['I cannot help with that.', '', '[1, 2]', '{"score": 100}'])(
    'without any content is requested once more and then gives no result: %j',
    async (text) => {
      const { outcome, asked } = await extract(() => text)
      expect(outcome.kind).toBe('failed')
      expect(asked.length).toBeLessThanOrEqual(2)
    },
  )
})

test('at most six chunks of a long document are in flight', async () => {
  const model = scriptedModel(() => answer)
  const open = { now: 0, most: 0 }
  const askModel: typeof model.askModel = async (question) => {
    open.now += 1
    open.most = Math.max(open.most, open.now)
    await new Promise(setImmediate)
    open.now -= 1
    return model.askModel(question)
  }
  await extractCv({ ...model, askModel }, documentOf(`${cv}\n`.repeat(2_000)))
  expect(model.asked.length).toBeGreaterThan(7)
  expect(open.most).toBe(6)
})

describe('a document that is too long for one answer', () => {
  const roles = Array.from(
    { length: 12 },
    (_, index) =>
      `Engineer ${index}, Company ${index}\n${2000 + index} - ${2001 + index}\nDid work number ${index}.`,
  )
  const long = `Jana Nováková\nExperience\n${roles.join('\n')}`

  /** Answers with the roles in the lines it is given, as an honest model does. */
  const copy: Script = (body) => {
    const lines = [...(body.messages[1]?.content ?? '').matchAll(/^(\d+)\| (Engineer \d+), (Company \d+)$/gm)]
    const experience = lines.map(([, line, title, employer]) => ({
      title,
      employer,
      from: Number(line),
      to: Number(line) + 2,
    }))
    return { experience }
  }

  test('is asked about in halves after a cut-off answer, and no role is lost or duplicated', async () => {
    const { outcome, asked } = await extract(
      (body) => ((body.messages[1]?.content.split('\n').length ?? 0) > 22 ? { cutOff: true } : copy(body)),
      long,
    )
    expect(asked.length).toBeGreaterThan(2)
    if (outcome.kind === 'failed') throw new Error('nothing was extracted')
    expect(outcome.parsed.data.experience.map(({ title }) => title)).toEqual(
      roles.map((_, index) => `Engineer ${index}`),
    )
    expect(outcome.parsed.extraction).toMatchObject({ complete: true })
    expect(outcome.parsed.extraction.chunks).toBeGreaterThan(1)
  })

  test('is asked about in halves when the provider rejects it as too long', async () => {
    const run = await extract(
      (body) =>
        (body.messages[1]?.content.split('\n').length ?? 0) > 30
          ? { refusal: "This model's maximum context length is 4096 tokens" }
          : copy(body),
      long,
    )
    expect(extractionOf(run)).toMatchObject({ complete: true, mode: 'json_schema' })
  })

  test('stops when every answer is cut off', async () => {
    const { outcome } = await extract(() => ({ cutOff: true }), long)
    expect(outcome.kind).toBe('failed')
  })
})

function formOf(body: Readonly<Record<string, unknown>>): string {
  if ('tools' in body) return 'tool'
  const format = body['response_format'] as { type: string } | undefined
  return format?.type ?? 'text'
}

function isRepair({ messages }: { messages: readonly { content: string }[] }): boolean {
  return messages[1]?.content.startsWith('Problems:') ?? false
}
