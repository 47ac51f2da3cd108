import { expect, test } from 'vitest'
import { renderMail } from './mail-templates.ts'

const hostile = `<script>alert("x")</script> & 'co'`

test('values are escaped and never become markup', () => {
  const { html, text } = renderMail({
    template: 'meeting-insights',
    values: { room: hostile, endedAt: 'noon', insights: [{ text: hostile, quote: hostile }] },
  })
  expect(html).not.toContain('<script>')
  expect(html.split('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;co&#39;')).toHaveLength(5)
  expect(text).toContain(`- ${hostile}\n  "${hostile}"`)
})

test('a subject is always one line', () => {
  const { subject } = renderMail({
    template: 'document-refused',
    values: { fileName: 'cv.pdf\r\nBcc: eve@example.com', reason: 'it has no text.' },
  })
  expect(subject).toBe('cv.pdf Bcc: eve@example.com could not be read')
})

test('text and HTML have the same content', () => {
  const { text, html } = renderMail({
    template: 'document-refused',
    values: { fileName: 'cv.pdf', reason: 'it has no text.' },
  })
  for (const words of ['cv.pdf', 'could not be read: it has no text.', 'Upload it again']) {
    expect(text).toContain(words)
    expect(html).toContain(words)
  }
})
