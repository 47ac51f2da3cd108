// The contents of the mail page of `gatehouse dev`.
import { type Html, html } from '@gatehouse/mail/html'

export type ShownMail = { to: string; subject: string; date: string | undefined; text: string }

/** The mails of this run, newest first. Shows the text and not the HTML: the content is the same, and link targets are visible. */
export function mailsPage(mails: readonly ShownMail[]): Html {
  return html`<h1>Mails</h1>
    <p>
      Mails that the platform has sent since it was started. They have not left this machine. This page
      reloads automatically.
    </p>
    ${mails.length === 0 ? html`<p>No mails yet.</p>` : mails.toReversed().map(describeMail)}`
}

function describeMail({ to, subject, date, text }: ShownMail): Html {
  return html`<article>
    <h2>${subject}</h2>
    <p>To ${to}${date === undefined ? '' : `, ${date}`}</p>
    <pre>${withLinks(text.trim())}</pre>
  </article>`
}

function withLinks(text: string): Html[] {
  // Every second part is a link, because the pattern has a capturing group.
  return text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`))
}
