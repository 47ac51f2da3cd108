import { expect, test } from 'vitest'
import { proposeRejectedFields } from './known-providers.ts'

test('an aggregator is recognised by its host, and nothing is proposed for an unknown provider', () => {
  expect(proposeRejectedFields('https://openrouter.ai/api/v1')).toContain('models')
  expect(proposeRejectedFields('https://eu.openrouter.ai/api/v1')).toContain('provider')
  expect(proposeRejectedFields('https://notopenrouter.ai/v1')).toEqual([])
  expect(proposeRejectedFields('http://127.0.0.1:8090/v1')).toEqual([])
})
