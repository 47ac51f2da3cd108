import { expect, test } from 'vitest'
import { compareFeatures, expectedFeatures, readClientPage, readExamples } from './client-pages.ts'
import { judgeExample } from './judge-example.ts'

const example = { client: 'openai', feature: 'Chat', code: '', printed: 'assistant 0.…\n' }
const run = {
  stdout: 'assistant 0.002\n',
  stderr: '',
  answered: ['/v1/chat/completions'],
  calls: [{ status: 'SUCCEEDED', chargedMicros: 2_000n }],
}
const judge = (own: Partial<typeof run>, feature = 'Chat') =>
  judgeExample({ ...example, feature }, { ...run, ...own }, () => 2_000n)

test.each(Object.keys(expectedFeatures))('the page of %s shows all features', (client) => {
  expect(compareFeatures(client, readClientPage(client))).toEqual([])
})

test('a page that lacks a feature, or an output, is found', () => {
  expect(compareFeatures('mcp-remote', [example])).toEqual(['lacks Tools', 'lacks Errors'])
  expect(compareFeatures('mcp-remote', [{ ...example, feature: 'Batch' }])).toContain('unexpected Batch')
  expect(() => readExamples('openai', '# Page\n\n## Chat\n\n```ts\nx\n```\n')).toThrow(
    'openai.md, Chat: lacks a program',
  )
})

test('an example with the documented output and the exact charge passes', () => {
  expect(judge({})).toEqual([])
  expect(judge({ answered: [], calls: [{ status: 'FAILED', chargedMicros: 0n }] }, 'Errors')).toEqual([])
})

test.each([
  ['another output', { stdout: 'user 0.002' }],
  ['a charge that is too low', { calls: [{ status: 'SUCCEEDED', chargedMicros: 1_999n }] }],
  ['a call that was not charged', { calls: [] }],
  ['a call that was charged twice', { calls: [...run.calls, ...run.calls] }],
  ['a failed call that was charged', { calls: [{ status: 'FAILED', chargedMicros: 2_000n }] }],
  ['a program that calls no model', { answered: [], calls: [] }],
])('%s is a fault', (_name, own) => {
  expect(judge(own)).not.toEqual([])
})

test('a charge for an example of errors is a fault', () => {
  expect(judge({}, 'Errors')).toEqual(['was charged'])
})
