import { z } from 'zod'
import { defineTemplate } from './define-template.ts'
import { html } from './html.ts'

/** To the admins of a company: a notice about the company. */
export const companyNotice = defineTemplate({
  values: z.object({ subject: z.string(), companyName: z.string(), paragraphs: z.array(z.string()) }),
  subject: ({ subject, companyName }) => `${subject} (${companyName})`,
  text: ({ paragraphs }) => paragraphs.join('\n\n'),
  html: ({ paragraphs }) => html` ${paragraphs.map((paragraph) => html`<p>${paragraph}</p> `)}`,
})
