// The text that `gatehouse dev` prints once everything is up: the first thing that a new user reads.
import { demoCompany } from '@gatehouse/companies/seed-demo-company'
import type { RunningPlatform } from './start-platform.ts'

export type DescribedPlatform = Omit<RunningPlatform, 'unexpectedEnd' | typeof Symbol.asyncDispose>

export function describePlatform(platform: DescribedPlatform): string {
  const { addresses, consoleUrl, demoKey, demoUsers, aiServiceSecret, tookMs } = platform
  const apiUrl = `${addresses.gateway}/llm/v1`
  const [admin] = demoUsers
  return [
    '',
    `Gatehouse is up (${(tookMs / 1_000).toFixed(1)} s)`,
    ...describeAddresses(platform),
    '',
    'Call a model:',
    `  ${toChatCommand(apiUrl, demoKey)}`,
    '',
    `Open the console at ${consoleUrl} and log in; the passwords are valid until the next start:`,
    ...demoUsers.map(({ role, email, password }) => `  ${role.padEnd(11)} ${email}  ${password}`),
    ...(admin ? [`  ${toLoginCommand(addresses.backend, admin)}`] : []),
    '',
    'Try the APIs in a browser:',
    `  ${apiUrl}/docs  with the key above; ${apiUrl}/mcp offers the same operations as MCP tools`,
    `  ${addresses.backend}/graphiql  with a login above`,
    `  ${addresses['ai-service']}/docs  with the secret ${aiServiceSecret}`,
    '',
    'Upload a CV, see its matches, hold a meeting, invite a member, buy credits: docs/first-steps.md, whose commands need',
    `  export GATEWAY=${apiUrl} KEY=${demoKey} BACKEND=${addresses.backend} COMPANY=${demoCompany.companyId}`,
    `  export AI_SERVICE=${addresses['ai-service']} AI_SECRET=${aiServiceSecret}`,
    ...(admin ? [`  export EMAIL=${admin.email} PASSWORD=${admin.password}`] : []),
    '',
    'Ctrl-C stops everything that was started here; a second Ctrl-C does not wait for open requests.',
    '',
  ].join('\n')
}

const addressWidth = 'http://127.0.0.1:8090/v1'.length

const roles = {
  provider: 'simulates a model provider',
  payments: 'simulates the payment provider; checkouts cost no money',
  mail: 'shows mails instead of sending them',
} as const

/** Simulators are listed with their purpose; configured services are not listed. */
function describeAddresses({ addresses, simulators }: DescribedPlatform): string[] {
  const rows = (['provider', 'payments', 'mail'] as const).flatMap((name) => {
    const address = simulators[name]
    return address === undefined ? [] : [[name, `${address.padEnd(addressWidth)}  ${roles[name]}`] as const]
  })
  return [...Object.entries(addresses), ...rows].map(([name, address]) => `  ${name.padEnd(11)} ${address}`)
}

function toChatCommand(apiUrl: string, key: string): string {
  const body = `{"model":"svc/chat-default","stream":true,"messages":[{"role":"user","content":"Hello"}]}`
  return `curl -N ${apiUrl}/chat/completions -H 'authorization: Bearer ${key}' -H 'content-type: application/json' -d '${body}'`
}

function toLoginCommand(
  backend: string,
  { email, password }: DescribedPlatform['demoUsers'][number],
): string {
  const query =
    'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { accessToken } }'
  const body = JSON.stringify({ query, variables: { email, password } })
  return `curl ${backend}/graphql -H 'content-type: application/json' -d '${body}'`
}
