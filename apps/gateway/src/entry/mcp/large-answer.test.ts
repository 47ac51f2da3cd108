import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LargeAnswer } from './large-answer.ts'

/** A message as the SDK composes it. */
function compose(result: object): Buffer {
  return Buffer.from(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result })}\n\n`)
}

async function fill(json: Buffer): Promise<string> {
  const answer = new LargeAnswer()
  const message = compose({ ...answer.put(json), _meta: { charged: 1 } })
  expect(answer.isIn(message)).toBe(true)
  const parts: Buffer[] = []
  for await (const part of answer.fill(message)) parts.push(part)
  expect([answer.isWaiting, answer.isIn(message)]).toEqual([false, false])
  return Buffer.concat(parts).toString()
}

test('a message with an answer of any content is the one that the SDK would compose of it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.object({ withUnicodeString: true } as object), async (body) => {
      const text = JSON.stringify(body)
      const structuredContent: unknown = JSON.parse(text)
      const expected = compose({
        content: [{ type: 'text', text }],
        structuredContent,
        _meta: { charged: 1 },
      })
      expect(await fill(Buffer.from(text))).toBe(expected.toString())
    }),
  )
})

test('white space stays in the text and does not break the line of the structured content', async () => {
  const json = JSON.stringify({ a: 'é\n"\\', b: ['x'.repeat(200_000)] }, null, '\t').replaceAll('\n', '\r\n')
  const [, line = '', ...rest] = (await fill(Buffer.from(json))).split('\n')
  expect(rest).toEqual(['', ''])
  const { result } = JSON.parse(line.replace('data: ', '')) as { result: Record<string, unknown> }
  expect(result).toMatchObject({ content: [{ text: json }], structuredContent: JSON.parse(json) as object })
})

test('a message without the marks is not sent as if it had the answer', async () => {
  const answer = new LargeAnswer()
  answer.put(Buffer.from('{}'))
  await expect(answer.fill(Buffer.from('{}')).next()).rejects.toMatchObject({ code: 'internal.assertion' })
})
