import { expect, test } from 'vitest'
import { splitLines } from '../text-lines.ts'
import { findEmails } from './find-emails.ts'

const emails = (text: string) => findEmails(splitLines(text)).map(({ value }) => value)

test.each([
  ['jane.smith@example.com', 'jane.smith@example.com'],
  ['Mail: Jane.Smith@Example.COM.', 'jane.smith@example.com'],
  ['🖂jane+jobs@mail.example.co.uk|', 'jane+jobs@mail.example.co.uk'],
  ['jane @ example.com', 'jane@example.com'],
  ['(jörg@müller.example)', 'jörg@müller.example'],
  ["o'neill@example.ie", "o'neill@example.ie"],
])('%s', (text, expected) => {
  expect(emails(text)).toEqual([expected])
})

test.each(['@jane', 'jane@', 'jane@example', 'a @ b', 'version@1.2.3'])('finds no address in: %s', (text) => {
  expect(emails(text)).toEqual([])
})

test('the span covers the address', () => {
  expect(findEmails(splitLines('Jane\nMail: jane@example.com'))[0]?.span).toEqual({
    line: 2,
    start: 6,
    end: 22,
  })
})
