// A template: its input values, and the same mail as text and as HTML.
import type { z } from 'zod'
import { type Html, html } from './html.ts'

export type RenderedMail = { subject: string; text: string; html: string }

export type MailTemplate<Values extends z.ZodType = z.ZodType> = {
  values: Values
  /** True if the body grants access to something, such as an invitation link; such bodies are stored encrypted. */
  isConfidential: boolean
  render(values: z.output<Values>): RenderedMail
}

type TemplateDefinition<Values extends z.ZodType> = {
  values: Values
  isConfidential?: boolean
  subject(values: z.output<Values>): string
  text(values: z.output<Values>): string
  html(values: z.output<Values>): Html
}

export function defineTemplate<Values extends z.ZodType>(
  definition: TemplateDefinition<Values>,
): MailTemplate<Values> {
  return {
    values: definition.values,
    isConfidential: definition.isConfidential ?? false,
    render(values) {
      // Line breaks are removed, because they would inject a mail header.
      const subject = definition.subject(values).replace(/\s+/g, ' ').trim()
      return {
        subject,
        text: `${definition.text(values).trim()}\n`,
        html: layOut(subject, definition.html(values)),
      }
    },
  }
}

// Uses inline styles and no images, so that every mail client shows the mail properly and nothing reveals to the sender
// that it was read.
function layOut(subject: string, content: Html): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${subject}</title>
      </head>
      <body style="margin:0;padding:24px;font-family:sans-serif;font-size:15px;line-height:1.5;color:#1a1a1a">
        <div style="max-width:600px;margin:0 auto">${content}</div>
      </body>
    </html> `
  return page.markup
}
