// Mails and the payment provider lead people to the console, which does not exist yet. These pages stand at its address and
// say how to go on without it.
import { type Html, html } from '@gatehouse/mail/html'

export function invitationPage(backendUrl: string, nonce: string): Html {
  const query =
    'mutation ($token: String!, $password: String!) { acceptInvitation(token: $token, password: $password) { user { email } } }'
  const body = JSON.stringify({ query, variables: { token: 'TOKEN', password: 'a password of your choice' } })
  // The token is behind the hash, which browsers do not send.
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
  done: 'The payment provider says that you have paid. The credits come with its message, a moment later.',
  left: 'You have left the payment page without paying.',
}

export function billingPage(checkout: string | null): Html {
  return html`<h1>Billing</h1>
    <p>${checkoutOutcomes[checkout ?? ''] ?? ''}</p>
    <p>
      There is no web console yet. Ask the GraphQL API for creditBalance, purchases and invoices:
      docs/first-steps.md.
    </p>`
}
