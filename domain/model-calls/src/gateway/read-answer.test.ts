import { expect, test } from 'vitest'
import { readAnswer } from './read-answer.ts'

const read = (choice: object) =>
  readAnswer({
    status: 200,
    headers: { 'x-request-id': 'call-1' },
    body: JSON.stringify({ choices: [choice], usage: { prompt_tokens: 7, completion_tokens: 9 } }),
  })

test.each([{ content: null }, {}, { content: '' }])(
  'an answer %j that reached the output limit before its first letter is a cut-off one without text',
  (message) => {
    expect(read({ message, finish_reason: 'length' })).toEqual({
      text: '',
      isWhole: false,
      callId: 'call-1',
      promptTokens: 7,
      completionTokens: 9,
    })
  },
)

test.each([
  { message: { content: null }, finish_reason: 'stop' },
  { message: { content: null, refusal: 'No.' }, finish_reason: 'content_filter' },
  { message: { content: null } },
  { finish_reason: 'length' },
])('an answer %j has no text, and names the call that was paid for', (choice) => {
  expect(read(choice)).toMatchObject({ code: 'model_calls.no_text', context: { call_id: 'call-1' } })
})
