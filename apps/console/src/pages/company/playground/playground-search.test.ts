import { expect, test } from 'vitest'
import { readPlaygroundSearch, toParameters, writePlaygroundSearch } from './playground-search.ts'

test.each([
  { maxTokens: 1_024, isJson: false },
  { model: 'svc/chat-default', with: 'svc/chat-cheap', temperature: 0, maxTokens: null, isJson: true },
  { temperature: 0.7, maxTokens: 12, isJson: false },
])('what is written is read again: %j', (search) => {
  expect(readPlaygroundSearch(writePlaygroundSearch(search))).toEqual(search)
})

test('the plain address has no parameters', () => {
  expect(writePlaygroundSearch(readPlaygroundSearch({}))).toEqual({})
})

test.each([
  { temperature: 3 },
  { temperature: 'hot' },
  { maxTokens: -1 },
  { maxTokens: 1.5 },
  { json: 'yes' },
  { model: 4 },
])('a value without a meaning is passed over: %j', (raw) => {
  expect(readPlaygroundSearch(raw)).toEqual({ maxTokens: 1_024, isJson: false })
})

test('the wire format gets only what is set', () => {
  expect(toParameters({ maxTokens: null, isJson: false })).toEqual({})
  expect(toParameters({ temperature: 0, maxTokens: 5, isJson: true })).toEqual({
    temperature: 0,
    max_tokens: 5,
    response_format: { type: 'json_object' },
  })
})
