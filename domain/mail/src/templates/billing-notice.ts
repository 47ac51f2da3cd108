import { z } from 'zod'
import { defineTemplate } from './define-template.ts'
import { html } from './html.ts'

/** To the admins of a company, about its payments: what happened and what to do. */
export const billingNotice = defineTemplate({
  values: z.object({
    subject: z.string(),
    companyName: z.string(),
    paragraphs: z.array(z.string()),
    /** Page where the admin can act on it. */
    link: z.url({ protocol: /^https?$/ }),
  }),
  subject: ({ subject, companyName }) => `${subject} (${companyName})`,
  text: ({ paragraphs, link }) => `
${paragraphs.join('\n\n')}

${link}`,
  html: ({ paragraphs, link }) =>
    html` ${paragraphs.map((paragraph) => html`<p>${paragraph}</p> `)}
      <p><a href="${link}">${link}</a></p>`,
})
