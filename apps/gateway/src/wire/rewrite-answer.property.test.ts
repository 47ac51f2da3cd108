import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quoteName, rewriteAnswer } from './replace-model.ts'
import { answerFieldsOf, scanAnswer } from './scan-answer.ts'
import { anyKeyText, jsonText, keyText, objectText } from '@gatehouse/bytes/testing/arbitrary-json'

const hiddenNames = ['provider', 'system_fingerprint', 'x_groq']

const member = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ key: fc.constantFrom(...hiddenNames).chain(keyText), value: jsonText }),
  },
  { weight: 2, arbitrary: fc.record({ key: anyKeyText, value: jsonText }) },
  { weight: 1, arbitrary: fc.record({ key: fc.constant('"model"'), value: fc.constant('"their-model"') }) },
)

const answer = fc
  .array(member, { maxLength: 7 })
  .chain((members) => fc.tuple(fc.constant(members), objectText(members)))

test(
  'removing the members that reveal the provider leaves the rest of the JSON unchanged, wherever they occur',
  { timeout: 30_000 },
  () => {
    fc.assert(
      fc.property(answer, ([, text]) => {
        const bytes = Buffer.from(text)
        const scan = scanAnswer(bytes, 0, answerFieldsOf(['x_groq', 'usage', 'model']))
        if (!scan) throw new Error('the answer is JSON')
        const written: unknown = JSON.parse(rewriteAnswer(bytes, scan, quoteName('svc/a')).toString('utf8'))
        const expected = Object.entries(JSON.parse(text) as Record<string, unknown>)
          .filter(([name]) => !hiddenNames.includes(name))
          .map(([name, value]) => [name, name === 'model' ? 'svc/a' : value])
        expect(written).toEqual(Object.fromEntries(expected))
      }),
      { numRuns: 600 },
    )
  },
)

test.each([
  ['{"provider":"acme","id":"1"}', '{"id":"1"}'],
  ['{"id":"1", "provider":"acme"}', '{"id":"1"}'],
  ['{"id":"1","provider":"acme","system_fingerprint":"fp","object":"o"}', '{"id":"1","object":"o"}'],
  ['{"provider":"acme"}', '{}'],
  ['{"provider":"a","provider":"b"}', '{}'],
  [
    '{"choices":[{"message":{"content":"provider","provider":"x"}}]}',
    '{"choices":[{"message":{"content":"provider","provider":"x"}}]}',
  ],
])('%s becomes %s', (text, expected) => {
  const bytes = Buffer.from(text)
  const scan = scanAnswer(bytes)
  expect(scan && rewriteAnswer(bytes, scan, quoteName('a')).toString()).toBe(expected)
})
