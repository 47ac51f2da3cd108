import { expect, test } from 'vitest'
import { type ChatModel, chooseModels, otherThan } from './choose-models.ts'

const model = (alias: string, capability: ChatModel['capability'] = 'chat'): ChatModel => ({
  alias,
  capability,
  maxOutputTokens: 1,
  supportsJsonSchema: true,
  price: null,
})
const models = [model('svc/extract-fast', 'extract'), model('svc/chat-cheap'), model('svc/chat-default')]
const search = { maxTokens: null, isJson: false }

test.each([
  [{}, ['svc/chat-default']],
  [{ model: 'svc/chat-cheap' }, ['svc/chat-cheap']],
  [{ model: 'svc/gone', with: 'svc/gone' }, ['svc/chat-default']],
  [{ model: 'svc/chat-cheap', with: 'svc/chat-cheap' }, ['svc/chat-cheap', 'svc/chat-cheap']],
])('the address %j chooses %j', (named, aliases) => {
  expect(chooseModels(models, { ...search, ...named }).map(({ alias }) => alias)).toEqual(aliases)
})

test('a model is compared with one of its kind, or else with any other', () => {
  expect(otherThan(models, models.slice(2))).toBe('svc/chat-cheap')
  expect(otherThan(models, models)).toBe('svc/chat-cheap')
})
