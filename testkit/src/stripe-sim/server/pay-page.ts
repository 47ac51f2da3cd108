// The pages for people: a list of all sessions, and the page behind a session's `url`, which shows the purchase and has
// one button to pay and one to cancel.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Stripe } from 'stripe'
import type { SimAccount } from '../account/sim-account.ts'
import { completeSession } from '../lifecycle/complete-session.ts'
import { parseForm } from '../wire/form-params.ts'
import { Refusal } from '../wire/refusal.ts'

export async function serveSessionsPage(account: SimAccount, response: ServerResponse): Promise<void> {
  const sessions = [...account.sessions.values()].toReversed()
  const open = sessions.filter(({ status }) => status === 'open')
  const links = open.map(
    ({ id }) =>
      `<li><a href="/pay/${encodeURIComponent(id)}">${describeItems(account, id).join(', ')}</a></li>`,
  )
  const rest = sessions
    .filter(({ status }) => status !== 'open')
    .map(({ id, status, payment_status }) => {
      const state = status === 'complete' ? payment_status : status
      return `<li>${describeItems(account, id).join(', ')}: ${escapeHtml(state ?? 'unknown')}</li>`
    })
  sendPage(
    response,
    200,
    `<h1>Payment simulator</h1><p>No money moves here. A checkout of the platform appears below and is paid on its page.</p>
<h2>To be paid</h2>${links.length > 0 ? `<ul>${links.join('')}</ul>` : '<p>Nothing.</p>'}
<h2>Done</h2>${rest.length > 0 ? `<ul>${rest.join('')}</ul>` : '<p>Nothing.</p>'}`,
  )
}

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
  const { by } = parseForm(await text(message))
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
  const items = describeItems(account, session.id).map((item) => `<li>${item}</li>`)
  if (session.status !== 'open') return `<p>This session is ${session.status}.</p>`
  return `<h1>Pay (simulated)</h1><ul>${items.join('')}</ul>
<form method="post"><button name="by" value="card">Pay by card</button>
<button name="by" value="delayed">Pay by a delayed method</button></form>
<p><a href="${escapeHtml(session.cancel_url ?? '/')}">Cancel</a></p>`
}

function describeItems(account: SimAccount, sessionId: string): string[] {
  return (account.lineItems.get(sessionId) ?? []).map(
    ({ quantity, description, amount_total, currency }) =>
      `${quantity} × ${escapeHtml(description)}: ${(amount_total / 100).toFixed(2)} ${escapeHtml(currency.toUpperCase())}`,
  )
}

function sendPage(response: ServerResponse, status: number, content: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html><title>Payment simulator</title>${content}\n`)
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
