import { Secret } from '@gatehouse/runtime/secret'
import { type SmtpSink, startSmtpSink } from '@gatehouse/testkit/start-smtp-sink'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MailToSend, SendOptions } from '../mail-transport.ts'
import { createMailTransport } from './create-mail-transport.ts'

let sink: SmtpSink
beforeEach(async () => {
  sink = await startSmtpSink()
})
afterEach(() => sink[Symbol.asyncDispose]())

// Frozen, like the settings of a service.
const from = Object.freeze({ name: 'Gatehouse', address: 'mail@gatehouse.example' })
const mail: MailToSend = {
  messageId: '<m1@gatehouse.example>',
  recipient: 'ada@example.com',
  subject: 'Grüße',
  text: 'Hello\n.\nAda\n',
  html: '<p>Hello</p>',
}
const open = (url = sink.url) => createMailTransport({ url: new Secret(url), from })

function send(options: Partial<SendOptions> = {}, url?: string) {
  const noted = { beforeContent: async () => undefined, signal: new AbortController().signal }
  return open(url).send(mail, { ...noted, ...options })
}

test('a mail arrives once, as text and HTML, with the given Message-ID', async () => {
  expect(await send()).toEqual({ kind: 'accepted', answer: '250 2.0.0 taken' })
  expect(sink.mails).toMatchObject([{ from: 'mail@gatehouse.example', to: ['ada@example.com'] }])
  const content = sink.mails[0]?.content ?? ''
  expect(content).toContain('Message-ID: <m1@gatehouse.example>')
  expect(content).toContain('Auto-Submitted: auto-generated')
  expect(content).toContain('Content-Type: multipart/alternative')
  expect(content).toContain('\n.\nAda')
  expect(content).toContain('<p>Hello</p>')
})

test.each([
  ['rcpt', '550 5.1.1 no such mailbox', 'rejected'],
  ['rcpt', '450 4.2.1 mailbox busy', 'deferred'],
  ['data', '554 5.7.1 refused', 'rejected'],
  ['content', '554 5.6.0 bad content', 'rejected'],
  ['content', '452 4.3.1 disk full', 'deferred'],
] as const)('a reply to %s with %s is %s, with the server’s text', async (at, answer, kind) => {
  sink.plan({ kind: 'answer', at, answer })
  expect(await send()).toEqual({ kind, answer })
  expect(sink.mails).toEqual([])
})

test.each([
  ['greeting', '554 go away'],
  ['mail', '550 5.7.1 sender unknown'],
  ['rcpt', '421 4.3.2 closing'],
] as const)('a refusal at %s with %s is not the mail’s fault', async (at, answer) => {
  sink.plan({ kind: 'answer', at, answer })
  expect((await send()).kind).toBe('unreachable')
})

test.each(['greeting', 'mail', 'rcpt', 'data'] as const)(
  'a connection lost at %s has sent nothing',
  async (at) => {
    sink.plan({ kind: 'drop', at })
    expect((await send()).kind).toBe('unreachable')
    expect(sink.mails).toEqual([])
  },
)

test('a connection lost after the content leaves the outcome unknown', async () => {
  sink.plan({ kind: 'drop', at: 'content' })
  expect((await send()).kind).toBe('unknown')
  expect(sink.mails).toHaveLength(1)
})

test('nothing is sent when the handover is refused, and the refusal is thrown', async () => {
  const refused = send({ beforeContent: () => Promise.reject(new Error('not ours')) })
  await expect(refused).rejects.toThrow('not ours')
  expect(sink.mails).toEqual([])
})

test('the handover is recorded after the recipient is accepted and before any content', async () => {
  const seen: number[] = []
  await send({ beforeContent: async () => void seen.push(sink.mails.length) })
  expect(seen).toEqual([0])
  sink.plan({ kind: 'answer', at: 'rcpt', answer: '550 no' })
  await send({ beforeContent: async () => void seen.push(-1) })
  expect(seen).toEqual([0])
})

test.each([
  ['data', 'unreachable'],
  ['content', 'unknown'],
] as const)('an abort while the server is slow at %s ends as %s', async (at, kind) => {
  sink.plan({ kind: 'hold', at })
  const stop = new AbortController()
  const sending = send({ signal: stop.signal })
  await waitUntil(() => (at === 'content' ? sink.mails.length === 1 : sink.connections() === 1), {
    withinMs: 10_000,
    what: 'the server has received the command',
  })
  stop.abort()
  expect((await sending).kind).toBe(kind)
})

test('a server that does not listen is unreachable', async () => {
  const { url } = sink
  await sink[Symbol.asyncDispose]()
  expect((await send({}, url)).kind).toBe('unreachable')
  sink = await startSmtpSink()
})

test('a password is not sent to a server without TLS', async () => {
  const url = sink.url.replace('smtp://', 'smtp://ada:hunter2@')
  expect((await send({}, url)).kind).toBe('unreachable')
  expect(sink.mails).toEqual([])
})
