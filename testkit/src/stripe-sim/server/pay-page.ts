// The page a session's `url` leads to: what is bought, a button that pays and one that gives up.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Stripe } from 'stripe'
import type { SimAccount } from '../account/sim-account.ts'
import { completeSession } from '../lifecycle/complete-session.ts'
import { parseForm } from '../wire/parse-form.ts'
import { Refusal } from '../wire/refusal.ts'
import { readBodyText } from './read-body-text.ts'

export async function servePayPage(
  account: SimAccount,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const sessionId = decodeURIComponent((message.url ?? '').replace(/^\/pay\//, '').split('?', 1)[0] ?? '')
  const session = account.sessions.get(sessionId)
  if (!session) {
    sendPage(response, 404, '<p>There is no such session.</p>')
    return
  }
  if (message.method !== 'POST') {
    sendPage(response, 200, describe(account, session))
    return
  }
  const { by } = parseForm(await readBodyText(message))
  try {
    completeSession(account, sessionId, by === 'delayed' ? 'delayed' : 'card')
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    sendPage(response, error.status, `<p>${escapeHtml(error.message)}</p>`)
    return
  }
  const target = (session.success_url ?? '/').replace('{CHECKOUT_SESSION_ID}', session.id)
  response.writeHead(303, { location: target }).end()
}

function describe(account: SimAccount, session: Stripe.Checkout.Session): string {
  const items = (account.lineItems.get(session.id) ?? []).map(
    ({ quantity, description, amount_total, currency }) =>
      `<li>${quantity} × ${escapeHtml(description)}: ${(amount_total / 100).toFixed(2)} ${currency.toUpperCase()}</li>`,
  )
  if (session.status !== 'open') return `<p>This session is ${session.status}.</p>`
  return `<h1>Pay (simulated)</h1><ul>${items.join('')}</ul>
<form method="post"><button name="by" value="card">Pay by card</button>
<button name="by" value="delayed">Pay by a delayed method</button></form>
<p><a href="${escapeHtml(session.cancel_url ?? '/')}">Cancel</a></p>`
}

function sendPage(response: ServerResponse, status: number, content: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html><title>Payment simulator</title>${content}\n`)
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
