// A new company from its creation to its first charged call, each step in the way that its user has.
import { waitUntil } from '@gatehouse/testkit/wait-until'
import OpenAI from 'openai'
import type { PrintedPlatform } from '../start-dev.ts'
import { type ConsoleUser, acceptInvitation, logIn } from './console-user.ts'
import { findMail } from './find-mail.ts'

export type Company = { id: string; admin: ConsoleUser }

const adminEmail = 'irina@hiring.example'
const memberEmail = 'paul@hiring.example'

/** A super admin creates the company and invites its admin, who invites a colleague; both accept by their mails. */
export async function createCompany({ addresses, superAdmin }: PrintedPlatform): Promise<Company> {
  const { backend, mail } = addresses
  const operator = await logIn(backend, superAdmin)
  const created = await operator.ask<{ createCompany: { id: string } }>(
    'mutation { createCompany(name: "Hiring for all") { id } }',
  )
  const { id } = created.createCompany
  const admin = await invite(operator, { companyId: id, email: adminEmail, role: 'ADMIN', mail })
  const member = await invite(admin, { companyId: id, email: memberEmail, role: 'MEMBER', mail })
  const { memberships } = await member.ask<{ memberships: { companyId: string; role: string }[] }>(
    '{ memberships { companyId role } }',
  )
  if (memberships.length !== 1 || memberships[0]?.companyId !== id)
    throw new Error(`the invited member belongs to ${JSON.stringify(memberships)}`)
  return { id, admin }
}

type Invited = { companyId: string; email: string; role: 'ADMIN' | 'MEMBER'; mail: string }

async function invite(by: ConsoleUser, { companyId, email, role, mail }: Invited): Promise<ConsoleUser> {
  await by.ask(
    `mutation ($companyId: ID!, $email: String!, $role: MembershipRole!) {
       inviteMember(companyId: $companyId, email: $email, role: $role) { mailStatus } }`,
    { companyId, email, role },
  )
  const text = await findMail(mail, { to: email, containing: '/invitation#' })
  const [, token = ''] = /\/invitation#([\w-]+)/.exec(text) ?? []
  return acceptInvitation(by.backend, { email, token })
}

/** Buys the first pack on the list at the payment provider's page. Returns the credits that arrived. */
export async function buyPack({ id, admin }: Company): Promise<number> {
  const { creditPacks } = await admin.ask<{ creditPacks: { id: string; credits: number }[] }>(
    '{ creditPacks { id credits } }',
  )
  const [pack] = creditPacks
  if (!pack) throw new Error('there is no credit pack to buy')
  const { createCheckoutSession } = await admin.ask<{ createCheckoutSession: { url: string } }>(
    `mutation ($companyId: ID!, $packId: ID!) { createCheckoutSession(companyId: $companyId, packId: $packId) { url } }`,
    { companyId: id, packId: pack.id },
  )
  const body = new URLSearchParams({ by: 'card' })
  const paid = await fetch(createCheckoutSession.url, { method: 'POST', body, redirect: 'manual' })
  if (paid.status !== 303) throw new Error(`the payment page answered ${paid.status}`)
  const hasArrived = async () => {
    const { purchases } = await admin.ask<{
      purchases: { nodes: { status: string }[] }
    }>('query ($companyId: ID!) { purchases(companyId: $companyId) { nodes { status } } }', { companyId: id })
    return purchases.nodes.length === 1 && purchases.nodes[0]?.status === 'COMPLETED'
  }
  await waitUntil(hasArrived, { withinMs: 30_000, pauseMs: 250, what: 'the pack is paid' })
  const credits = await readMicros({ id, admin })
  if (credits !== BigInt(Math.round(pack.credits * 1e6)))
    throw new Error(`the pack has ${pack.credits} credits, and the balance is ${credits} millionths`)
  return pack.credits
}

/** Creates a key and makes one call with it through the official client. */
export async function callModel({ id, admin }: Company, gateway: string): Promise<void> {
  const { createApiKey } = await admin.ask<{ createApiKey: { rawKey: string } }>(
    `mutation ($companyId: ID!) { createApiKey(companyId: $companyId, input: { name: "first key" }) { rawKey } }`,
    { companyId: id },
  )
  const client = new OpenAI({ apiKey: createApiKey.rawKey, baseURL: `${gateway}/llm/v1`, maxRetries: 0 })
  const answer = await client.chat.completions.create({
    model: 'svc/chat-default',
    messages: [{ role: 'user', content: 'How do I write a good job posting?' }],
  })
  if (!answer.choices[0]?.message.content) throw new Error('the answer of the model is empty')
}

/** Throws unless the company has made one call, and its balance is lower by exactly the charge of that call. */
export async function requireOneCharge({ id, admin }: Company, creditsBought: number): Promise<string> {
  const { calls } = await admin.ask<{ calls: { nodes: { status: string; credits: string }[] } }>(
    'query ($companyId: ID!) { calls(companyId: $companyId) { nodes { status credits } } }',
    { companyId: id },
  )
  const [call, ...others] = calls.nodes
  const left = await readMicros({ id, admin })
  const charged = toMicros(call?.credits ?? '0')
  const isExact = left + charged === BigInt(Math.round(creditsBought * 1e6))
  if (call?.status !== 'SUCCEEDED' || others.length > 0 || charged <= 0n || !isExact)
    throw new Error(
      `calls ${JSON.stringify(calls.nodes)} of ${creditsBought} credits leave ${left} millionths`,
    )
  return call.credits
}

async function readMicros({ id, admin }: Company): Promise<bigint> {
  const { creditBalance } = await admin.ask<{ creditBalance: { credits: string } }>(
    'query ($companyId: ID!) { creditBalance(companyId: $companyId) { credits } }',
    { companyId: id },
  )
  return toMicros(creditBalance.credits)
}

function toMicros(credits: string): bigint {
  const [whole = '0', fraction = ''] = credits.split('.')
  return BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0').slice(0, 6))
}
