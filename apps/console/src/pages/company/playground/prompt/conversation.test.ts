import { expect, test } from 'vitest'
import {
  addDraft,
  changeDraft,
  continueConversation,
  messagesOf,
  removeDraft,
  startConversation,
} from './conversation.ts'

test('roles alternate, and an answer is followed by the next question', () => {
  const roles = continueConversation(addDraft(startConversation('Hello')), 'Hi').map(({ role }) => role)
  expect(roles).toEqual(['user', 'assistant', 'assistant', 'user'])
})

test('every message has its own id, also after one was removed', () => {
  const three = addDraft(addDraft(startConversation('Hello')))
  const ids = addDraft(removeDraft(three, 2)).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('the last message cannot be removed', () => {
  expect(removeDraft(startConversation('Hello'), 1)).toHaveLength(1)
})

test('empty messages are not sent', () => {
  const drafts = changeDraft(addDraft(startConversation('Hello')), 2, { content: ' \n' })
  expect(messagesOf(drafts)).toEqual([{ role: 'user', content: 'Hello' }])
})
