// The contents of the pages of `gatehouse dev`. Links in mails and redirects of the payment provider lead to the web console,
// which does not exist yet; the pages at its address explain how to continue without it.
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

export function invitationPage(backendUrl: string, nonce: string): Html {
  const query =
    'mutation ($token: String!, $password: String!) { acceptInvitation(token: $token, password: $password) { user { email } } }'
  const body = JSON.stringify({ query, variables: { token: 'TOKEN', password: 'a password of your choice' } })
  // Only the script can read the token: it is in the URL fragment, which browsers do not send.
  return html`<h1>You are invited</h1>
    <p>
      There is no web console yet. Accept the invitation with this command; TOKEN is what follows the # in the
      address.
    </p>
    <pre id="command">curl ${backendUrl}/graphql -H 'content-type: application/json' -d '${body}'</pre>
    <script nonce="${nonce}">
      const command = document.getElementById('command')
      const [token] = /^[A-Za-z0-9_-]+$/.exec(location.hash.slice(1)) ?? []
      if (token) command.textContent = command.textContent.replace('TOKEN', token)
    </script>`
}

const checkoutOutcomes: Readonly<Record<string, string>> = {
  done: 'The payment provider reports that you have paid. The credits arrive with its webhook event, a moment later.',
  left: 'You have left the payment page without paying.',
}

export function billingPage(checkout: string | null): Html {
  return html`<h1>Billing</h1>
    <p>${checkoutOutcomes[checkout ?? ''] ?? ''}</p>
    <p>
      There is no web console yet. Query creditBalance, purchases and invoices in the GraphQL API:
      docs/first-steps.md.
    </p>`
}
