import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ShownMail } from './page-contents.ts'
import { type Pages, startPages } from './start-pages.ts'

let pages: Pages
let mails: ShownMail[]
beforeEach(async () => {
  mails = []
  pages = await startPages({ port: 0, listMails: async () => mails })
})
afterEach(() => pages[Symbol.asyncDispose]())

const mail = (changes: Partial<ShownMail> = {}): ShownMail => ({
  to: 'ada@example.com',
  subject: 'Hello',
  date: '2026-01-01T00:00:00.000Z',
  text: 'Hello Ada',
  ...changes,
})

async function read(path: string) {
  const response = await fetch(`${pages.url}${path}`)
  return { response, page: await response.text() }
}

test('mails are listed newest first, with working links', async () => {
  expect((await read('/')).page).toContain('No mails yet')
  mails.push(
    mail({ subject: 'First' }),
    mail({ subject: 'Second', text: 'Go to http://127.0.0.1:8083/invitation#a_b-C.\n' }),
  )
  const { page } = await read('/')
  expect(page.indexOf('Second')).toBeLessThan(page.indexOf('First'))
  expect(page).toContain('<a href="http://127.0.0.1:8083/invitation#a_b-C">')
  expect(page).toContain('To ada@example.com, 2026-01-01')
})

test('a mail’s text is never interpreted as markup, and no script can run', async () => {
  const attack = `<script>alert(1)</script><img src=x onerror="alert(1)"> javascript:alert(1) http://x/"onclick='a'`
  mails.push(mail({ subject: attack, to: attack, text: attack }))
  const { response, page } = await read('/')
  expect(page).not.toMatch(/<script|<img|href="javascript|onclick='/)
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'nonce-/)
})

test('another path is not found', async () => {
  expect((await read('/elsewhere')).response.status).toBe(404)
})

test('requests for another host name are refused', async () => {
  mails.push(mail())
  const answer = await new Promise<{ status: number | undefined; page: string }>((resolve, reject) => {
    const asked = request(`${pages.url}/`, { headers: { host: 'attacker.example' } }, (response) => {
      text(response).then((page) => resolve({ status: response.statusCode, page }), reject)
    })
    asked.on('error', reject).end()
  })
  expect(answer.status).toBe(404)
  expect(answer.page).not.toContain('Hello Ada')
})
