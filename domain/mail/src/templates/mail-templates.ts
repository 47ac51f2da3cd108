import { z } from 'zod'
import { type MailTemplate, type RenderedMail, defineTemplate } from './define-template.ts'
import { html } from './html.ts'

/** To the admins of a company: a threshold was crossed, by how much, and where to act. */
const alert = defineTemplate({
  values: z.object({
    subject: z.string(),
    companyName: z.string(),
    paragraphs: z.array(z.string()),
    /** Page of the console where the admin can act. */
    link: z.url({ protocol: /^https?$/ }),
    /** Page of the console where the admin can change the rule. */
    rulesLink: z.url({ protocol: /^https?$/ }),
  }),
  subject: ({ subject, companyName }) => `${subject} (${companyName})`,
  text: ({ paragraphs, link, rulesLink }) => `
${paragraphs.join('\n\n')}

${link}

You get this mail because you are an admin of the company. Change its alert rules here:
${rulesLink}`,
  html: ({ paragraphs, link, rulesLink }) =>
    html` ${paragraphs.map((paragraph) => html`<p>${paragraph}</p> `)}
      <p><a href="${link}">${link}</a></p>
      <p>
        You get this mail because you are an admin of the company.
        <a href="${rulesLink}">Change its alert rules</a>.
      </p>`,
})

/** To a user, with a link that acts on their account. */
const accountLink = defineTemplate({
  values: z.object({
    subject: z.string(),
    /** What happened, and what the link does. */
    explanation: z.string(),
    /** Contains the token, which can be used once. */
    link: z.url({ protocol: /^https?$/ }),
    /** What to do if the reader did not ask for this. */
    otherwise: z.string(),
  }),
  isConfidential: true,
  subject: ({ subject }) => subject,
  text: ({ explanation, link, otherwise }) => `
${explanation}

${link}

${otherwise}`,
  html: ({ explanation, link, otherwise }) =>
    html` <p>${explanation}</p>
      <p><a href="${link}">${link}</a></p>
      <p>${otherwise}</p>`,
})

/** To a user: something about their account has changed. */
const accountNotice = defineTemplate({
  values: z.object({ subject: z.string(), text: z.string() }),
  subject: ({ subject }) => subject,
  text: ({ text }) => text,
  html: ({ text }) => html` <p>${text}</p>`,
})

/** To the admins of a company, about its payments: what happened and what to do. */
const billingNotice = defineTemplate({
  values: z.object({
    subject: z.string(),
    companyName: z.string(),
    paragraphs: z.array(z.string()),
    /** Page where the admin can deal with the problem. */
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

/** To the admins of a company: a notice about the company. */
const companyNotice = defineTemplate({
  values: z.object({ subject: z.string(), companyName: z.string(), paragraphs: z.array(z.string()) }),
  subject: ({ subject, companyName }) => `${subject} (${companyName})`,
  text: ({ paragraphs }) => paragraphs.join('\n\n'),
  html: ({ paragraphs }) => html` ${paragraphs.map((paragraph) => html`<p>${paragraph}</p> `)}`,
})

/** To the user who uploaded a document that cannot be read: why, and what to do. */
const documentRefused = defineTemplate({
  values: z.object({ fileName: z.string(), reason: z.string() }),
  subject: ({ fileName }) => `${fileName} could not be read`,
  text: ({ fileName, reason }) => `
The document ${fileName} that you uploaded could not be read: ${reason}

Upload it again as a PDF or DOCX file with text in it, not as a picture of text.`,
  html: ({ fileName, reason }) =>
    html` <p>The document <strong>${fileName}</strong> that you uploaded could not be read: ${reason}</p>
      <p>Upload it again as a PDF or DOCX file with text in it, not as a picture of text.</p>`,
})

/** Invites a person to join a company. The link also proves that the reader owns the invited address. */
const invitation = defineTemplate({
  values: z.object({
    companyName: z.string(),
    /** Contains the token, which can be used once. */
    link: z.url({ protocol: /^https?$/ }),
    daysValid: z.int(),
  }),
  isConfidential: true,
  subject: ({ companyName }) => `You are invited to join ${companyName}`,
  text: ({ companyName, link, daysValid }) => `
You are invited to join ${companyName}. Follow this link within ${daysValid} days; it can be used once:

${link}

If you did not expect this, do nothing: nobody can join in your name without the link.`,
  html: ({ companyName, link, daysValid }) =>
    html` <p>
        You are invited to join <strong>${companyName}</strong>. Follow this link within ${String(daysValid)}
        days; it can be used once:
      </p>
      <p><a href="${link}">${link}</a></p>
      <p>If you did not expect this, do nothing: nobody can join in your name without the link.</p>`,
})

/** Insights from a meeting to its owner, each with the quote that supports it. */
const meetingInsights = defineTemplate({
  values: z.object({
    room: z.string(),
    /** Time as text, already formatted for the reader. */
    endedAt: z.string(),
    insights: z.array(z.object({ text: z.string(), quote: z.string() })),
  }),
  subject: ({ room }) => `Insights from your meeting ${room}`,
  text: ({ room, endedAt, insights }) => `
Your meeting ${room} ended at ${endedAt}.

${insights.map(({ text, quote }) => `- ${text}\n  "${quote}"`).join('\n\n')}

Every insight is shown with a quote from the meeting that supports it.`,
  html: ({ room, endedAt, insights }) =>
    html` <p>Your meeting <strong>${room}</strong> ended at ${endedAt}.</p>
      <ul>
        ${insights.map(
          ({ text, quote }) =>
            html`<li>
              ${text}
              <blockquote>${quote}</blockquote>
            </li> `,
        )}
      </ul>
      <p>Every insight is shown with a quote from the meeting that supports it.</p>`,
})

const mailTemplates = {
  'account-link': accountLink,
  'account-notice': accountNotice,
  alert,
  'billing-notice': billingNotice,
  'company-notice': companyNotice,
  'document-refused': documentRefused,
  invitation,
  'meeting-insights': meetingInsights,
} as const satisfies Record<string, MailTemplate>

type Templates = typeof mailTemplates

/** Name of a template with its input values. */
export type MailContent = {
  [Name in keyof Templates]: { template: Name; values: z.input<Templates[Name]['values']> }
}[keyof Templates]

/** Throws if the values do not match the template. */
export function renderMail({ template, values }: MailContent): RenderedMail & { isConfidential: boolean } {
  const found: MailTemplate = mailTemplates[template]
  return { ...found.render(found.values.parse(values)), isConfidential: found.isConfidential }
}
