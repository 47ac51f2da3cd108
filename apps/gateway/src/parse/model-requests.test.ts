import { expect, test } from 'vitest'
import { readRefusal } from './model-requests.ts'

test.each([
  ['{"error":{"message":"no such model","param":"tools"},"request":{"temperature":0}}', 'no such model'],
  ['{"error":"no tools"}', 'no tools'],
  ['{"object":"error","message":"no tools"}', 'no tools'],
  ['{"request":{"temperature":0}}', ''],
  ['no tools here', 'no tools here'],
])('the message in %s is %j', (body, message) => {
  expect(readRefusal(Buffer.from(body))).toBe(message)
})
