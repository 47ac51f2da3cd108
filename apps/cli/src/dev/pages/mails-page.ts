import { type Html, html } from '@gatehouse/mail/html'

export type ShownMail = { to: string; subject: string; date: string | undefined; text: string }

/** The mails of this run, the newest first. Their text, and not their HTML: it is the same, and shows where a link leads. */
export function mailsPage(mails: readonly ShownMail[]): Html {
  return html`<h1>Mails</h1>
    <p>
      What the platform has mailed since it was started. Nothing has left this machine. The page reloads
      itself.
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
  // Every second part is a link, because the pattern is captured.
  return text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`))
}
