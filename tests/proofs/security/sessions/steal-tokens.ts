// Thieves who copied the cookies of a browser. Each must be detected at the latest when the owner next refreshes: the
// session ends with the reason REUSE, and neither of them can continue it.
import type { SessionsSetup } from './sessions-setup.ts'
import { type Browser, logInWith, openBrowser, refreshing } from './browser.ts'

type Theft = { owner: Browser; thief: Browser; endLeeway: () => Promise<void> }

const ownAddress = '198.51.100.20'

const thefts: Readonly<Record<string, (theft: Theft) => Promise<unknown>>> = {
  'the thief comes first, the owner within the leeway': async ({ owner, thief }) => {
    await thief.ask(refreshing)
    await owner.ask(refreshing)
    await thief.ask(refreshing)
  },
  'the owner comes first, the thief within the leeway': async ({ owner, thief }) => {
    await owner.ask(refreshing)
    await thief.ask(refreshing)
  },
  'the thief comes first, the owner after the leeway': async ({ thief, endLeeway }) => {
    await thief.ask(refreshing)
    await endLeeway()
  },
  'the owner comes first, the thief after the leeway': async ({ owner, thief, endLeeway }) => {
    await owner.ask(refreshing)
    await endLeeway()
    await thief.ask(refreshing)
  },
  'the thief comes after two refreshes of the owner': async ({ owner, thief }) => {
    await owner.ask(refreshing)
    await owner.ask(refreshing)
    await thief.ask(refreshing)
  },
  'the thief refreshes several times before the owner does': async ({ thief, endLeeway }) => {
    for (let turn = 0; turn < 3; turn += 1) await thief.ask(refreshing)
    await endLeeway()
  },
}

/** As the others, but from the owner's network with the same user agent: the leeway does not separate the two. */
const theftsAtHome = [
  'the thief comes first, the owner after the leeway',
  'the owner comes first, the thief after the leeway',
  'the thief refreshes several times before the owner does',
]

export type Thefts = { tried: number; undetected: readonly string[] }

export async function stealTokens(
  setup: SessionsSetup,
  credentials: { email: string; password: string },
): Promise<Thefts> {
  const cases = [
    ...Object.keys(thefts).map((name) => ({ name, address: '192.0.2.66' })),
    ...theftsAtHome.map((name) => ({ name, address: ownAddress })),
  ]
  const undetected: string[] = []
  for (const { name, address } of cases) {
    const owner = openBrowser(setup.url, { address: ownAddress })
    await logInWith(owner, credentials)
    const thief = openBrowser(setup.url, { address, jar: owner.copyJar() })
    await thefts[name]?.({ owner, thief, endLeeway: () => endLeeway(setup) })
    const atNextRefresh = await owner.ask(refreshing)
    const isOver = [atNextRefresh, await thief.ask(refreshing), await owner.ask(refreshing)].map(
      ({ faults }) => faults.includes('identity.session_over'),
    )
    const reasons = await readEndReasons(setup, credentials.email)
    if (isOver.includes(false) || reasons !== 'REUSE') undetected.push(`${name}, from ${address}`)
  }
  return { tried: cases.length, undetected }
}

/** Moves every use into the past, as if the leeway were over. */
async function endLeeway({ pool }: SessionsSetup): Promise<void> {
  await pool.query(
    `update refresh_tokens set used_at = used_at - interval '11 seconds' where used_at is not null`,
  )
}

/** The reason with which the newest session of the user ended. */
async function readEndReasons({ pool }: SessionsSetup, email: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ end_reason: string }>({
    text: `select s.end_reason from login_sessions s join users u on u.id = s.user_id
            where u.email = $1 order by s.id desc limit 1`,
    values: [email],
  })
  return rows[0]?.end_reason
}
